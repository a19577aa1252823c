"""The one line that adds the processor to an OpenTelemetry set-up."""

from typing import Any

from evalrata.instrument.joining import join
from evalrata.instrument.processor import EvaluationProcessor
from evalrata.instrument.providing import added, attached

__all__ = ["attach"]


def attach(provider: Any = None, *, stamp: bool = False) -> EvaluationProcessor:
    """Add an ``EvaluationProcessor`` to a ``TracerProvider``; returns it.

    By default to the global provider.  Where none is set yet, the processor waits
    until a run is opened, so that the harness may set its own in between; if there is
    none then, one is made and becomes the global one.  OpenTelemetry refuses another
    after that, and its spans are not counted: set yours before the run is opened, or
    pass it here.

    Attaching again to the same provider returns the processor that is there.  In a
    process that was started with ``environment()`` it also takes part in that run,
    for as long as the process lives, and waits for no provider: set yours before, or
    pass it.  Raises ``UsageError`` for a provider that takes no processors; for a
    global one that is set later the run does.
    """
    join()
    if provider is None:
        return attached(stamp=stamp)
    there = getattr(provider, "_evalrata", None)
    if isinstance(there, EvaluationProcessor):
        return there
    return added(provider, EvaluationProcessor(stamp=stamp))
