"""A forked process does not report again what its parent will.

``os.fork`` copies everything: spans that are open (their ends are the parent's), what
waits to be worked off, the archive's descriptor, locks that some thread held.  In the
child each live run goes on as a part of the archive, which is made with its first
line: a child that does nothing leaves none.
"""

import os
from typing import TYPE_CHECKING, Any

from evalrata.instrument.entries import forked
from evalrata.instrument.faults import FAULTS

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun

__all__ = ["LIVE", "live"]

LIVE: "dict[int, LiveRun]" = {}
"""Runs that are on in this process, by ``id()``."""


def live(of: str) -> "LiveRun | None":
    """Return the run of this opening, if it is on in this process."""
    return next((run for run in list(LIVE.values()) if run.of == of), None)


def _in_child() -> None:
    FAULTS.forked()
    forked()
    for run in list(LIVE.values()):
        _guarded(_moved, run)


def _in_parent() -> None:
    for run in list(LIVE.values()):
        if run.archive is None:
            _guarded(run.uncounted)


def _moved(run: "LiveRun") -> None:
    file = run.archive
    run.move(None if file is None else file.parts)
    if file is not None:
        file.abandon()


def _guarded(hook: Any, *arguments: Any) -> None:
    try:
        hook(*arguments)
    except Exception as error:  # noqa: BLE001 - the fork itself must succeed
        FAULTS.add("fork", error)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child, after_in_parent=_in_parent)
