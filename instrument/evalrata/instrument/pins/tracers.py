"""What makes the spans: the SDK, the instrumentors and the tracing libraries."""

import sys
from collections.abc import Iterator
from importlib import metadata

from evalrata.instrument.pins.attempt import attempt
from evalrata.instrument.pins.detecting import detect
from evalrata.schemas.records import Instrument

__all__ = ["detect_tracers"]

GROUP = "opentelemetry_instrumentor"
"""Entry points of instrumentors: OpenInference, OpenLLMetry and OpenTelemetry's."""

KNOWN = {
    "agentops": "agentops",
    "langfuse": "langfuse",
    "langsmith": "langsmith",
    "litellm": "litellm",
    "logfire": "logfire",
    "mlflow": "mlflow",
    "openai-agents": "agents",
    "openlit": "openlit",
    "opentelemetry-sdk": "opentelemetry.sdk",
    "pydantic-ai-slim": "pydantic_ai",
    "traceloop-sdk": "traceloop.sdk",
    "weave": "weave",
}
"""Distributions that make spans or records of model calls without an entry point,
and the module that does it."""


def detect_tracers() -> tuple[Instrument, ...]:
    """Return the tracers that are installed, by name.

    ``mode`` is ``loaded`` for one whose module was imported so far, else
    ``installed``: it had no part in the run yet.  Never raises.
    """
    found = dict(attempt(lambda: list(_instrumentors())) or ())
    modules = {**KNOWN, **found}
    pins = (attempt(_pin, name, modules[name]) for name in sorted(modules))
    return tuple(pin for pin in pins if pin is not None)


def _instrumentors() -> Iterator[tuple[str, str]]:
    for entry in metadata.entry_points(group=GROUP):
        if entry.dist is not None:
            yield entry.dist.name, entry.module


def _pin(name: str, module: str) -> Instrument | None:
    """Return one tracer; ``None`` if it is not installed.

    One from an index is known by its version alone: asking git of each would take
    longer than all else.
    """
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    mode = "loaded" if module in sys.modules else "installed"
    if distribution.read_text("direct_url.json") is None:
        version = distribution.version
        return Instrument(role="tracer", name=name, version=version, mode=mode)
    pin = detect("tracer", name)
    return Instrument(
        role="tracer",
        name=name,
        version=pin.version,
        commit=pin.commit,
        digest=pin.digest,
        mode=mode,
    )
