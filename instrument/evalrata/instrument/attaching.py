"""The one line that adds the processor to an OpenTelemetry set-up."""

from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument.joining import join
from evalrata.instrument.processor import EvaluationProcessor
from evalrata.schemas.errors import UsageError

__all__ = ["attach"]


def attach(provider: Any = None, *, stamp: bool = False) -> EvaluationProcessor:
    """Add an ``EvaluationProcessor`` to a ``TracerProvider``; returns it.

    By default to the global provider, and where none is set, to a new one that
    becomes the global one.  Attaching again to the same provider returns the
    processor that is there.  In a process that was started with ``environment()``
    it also takes part in that run, for as long as the process lives.  Raises
    ``UsageError`` for a provider that takes no processors.
    """
    join()
    found = _global() if provider is None else provider
    before = getattr(found, "_evalrata", None)
    if isinstance(before, EvaluationProcessor):
        return before
    add = getattr(found, "add_span_processor", None)
    if add is None:
        raise UsageError(
            f"{type(found).__name__} takes no span processors; give the "
            "opentelemetry.sdk.trace.TracerProvider that the instrumentations use"
        )
    processor = EvaluationProcessor(stamp=stamp)
    add(processor)
    processor.belongs(found)
    found._evalrata = processor  # noqa: SLF001 - a mark, so that it is added once
    return processor


def _global() -> Any:
    provider = trace.get_tracer_provider()
    if isinstance(provider, trace.ProxyTracerProvider):
        trace.set_tracer_provider(TracerProvider())
        provider = trace.get_tracer_provider()
    return provider
