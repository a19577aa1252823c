"""What the instrumentation remembers of one environment."""

from typing import Any

from msgspec import Struct

__all__ = ["Trace", "trace_of"]

NAME = "_evalrata_trace"


class Trace(Struct):
    """Of one environment, which one thread uses at a time."""

    episode: str | None = None
    """The episode that was told about this environment's task."""
    gradings: int = 0
    """Since the last reset."""
    grading: bool = False
    """The grader runs now."""


def trace_of(env: Any) -> Trace:
    """Return the trace of an environment; the first time, an empty one."""
    found = vars(env).get(NAME)
    if not isinstance(found, Trace):
        found = vars(env)[NAME] = Trace()
    return found
