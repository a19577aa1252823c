"""The provider whose spans are seen, where the harness names none.

OpenTelemetry takes one global provider, once, and refuses every later one.  So
``attach()`` before the harness has set its own waits until a run is opened (or
joined), and only makes one if there is none then.
"""

import logging
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument.forks import LIVE
from evalrata.instrument.outside import NOWHERE
from evalrata.instrument.processor import PRESENT, EvaluationProcessor
from evalrata.instrument.sampling import AccountingSampler
from evalrata.schemas.errors import UsageError

__all__ = ["added", "attached", "seen", "settle"]

REFUSED = (
    "a TracerProvider was set after evalrata had made one, and OpenTelemetry refused "
    "it: spans that are made from it are not counted; set it before the run is opened "
    "or joined, or give it to attach(...)"
)

_waiting: list[EvaluationProcessor] = []
"""The processor that is to be added as soon as a run needs it."""


def added(provider: Any, processor: EvaluationProcessor) -> EvaluationProcessor:
    """Add a processor to a provider, and mark it as the one that is there.

    Raises ``UsageError`` for a provider that takes no processors.
    """
    add = getattr(provider, "add_span_processor", None)
    if add is None:
        raise UsageError(
            f"{type(provider).__name__} takes no span processors; give the "
            "opentelemetry.sdk.trace.TracerProvider that the instrumentations use"
        )
    add(processor)
    processor.belongs(provider)
    provider._evalrata = processor  # noqa: SLF001 - a mark, so that it is added once
    return processor


def attached(*, stamp: bool) -> EvaluationProcessor:
    """Return the processor of the global provider, or one that waits for it.

    Where a run is on it is made at once.  Raises as ``added`` does.
    """
    there = getattr(_set(), "_evalrata", None)
    if isinstance(there, EvaluationProcessor):
        return there
    if not _waiting:
        _waiting.append(EvaluationProcessor(stamp=stamp))
    processor = _waiting[0]
    if LIVE or _set() is not None:
        settle()
    return processor


def settle() -> None:
    """Add the processor that waits, if one does.  Raises as ``added`` does."""
    while _waiting:
        added(_set() or _made(), _waiting[0])
        _waiting.pop()


def seen() -> None:
    """See the spans of a process that joined a run, also if nobody attached anything.

    Raises as ``added`` does.
    """
    if not PRESENT:
        attached(stamp=False)
    settle()


def _set() -> Any:
    """Return the global provider; ``None`` as long as none is set."""
    provider = trace.get_tracer_provider()
    return None if isinstance(provider, trace.ProxyTracerProvider) else provider


def _made() -> Any:
    provider = TracerProvider()
    # By default what is below a parent that is not sampled would be dropped unseen.
    provider.sampler = AccountingSampler(provider.sampler)
    trace.set_tracer_provider(provider)
    logging.getLogger(trace.__name__).addFilter(_told)
    return trace.get_tracer_provider()


def _told(record: logging.LogRecord) -> bool:
    """Count the providers that OpenTelemetry logs as refused; let each record pass."""
    if "Overriding of current TracerProvider" in str(record.msg):
        for misuse in [run.misuse for run in LIVE.values()] or [NOWHERE]:
            misuse.add(REFUSED)
    return True
