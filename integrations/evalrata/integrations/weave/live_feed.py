"""Hands weave's calls to the runs that they belong to."""

from concurrent.futures import Future
from typing import Any

from evalrata.instrument import LiveRun, current
from evalrata.integrations.weave.live_calls import record_of

__all__ = ["Feed"]


class Feed:
    """Knows the run of each call that is open."""

    def __init__(self) -> None:
        """Start with none."""
        self._open: dict[str, tuple[LiveRun, str | None]] = {}

    def started(self, call: Any, op: Any) -> None:
        """Take a call that started.

        It is the current run's, else that of the call around it.  weave gives calls
        that it does not trace no id.
        """
        if call.id is None:
            return
        scope = current()
        above = self._open.get(call.parent_id) if call.parent_id else None
        run = scope.run if scope is not None else above[0] if above else None
        if run is None:
            return
        self._open[call.id] = (run, _name(call, op))
        parent = None if call.parent_id is None else ("weave", call.parent_id)
        run.span_started(("weave", call.id), parent)

    def ended(self, call: Any) -> None:
        """Take what a call recorded."""
        found = self._open.pop(call.id, None)
        if found is not None:
            run, name = found
            run.span_ended(("weave", call.id), record_of(call, name))


def _name(call: Any, op: Any) -> str | None:
    """Return the op's reference, or its name until the reference is computed.

    ``call.op_name`` would wait for the background thread that computes it.
    """
    reference = getattr(call, "_op_name", None)
    if isinstance(reference, Future):
        done = reference.done() and reference.exception() is None
        reference = reference.result() if done else None
    found = reference or (op if isinstance(op, str) else getattr(op, "name", None))
    return found if isinstance(found, str) else None
