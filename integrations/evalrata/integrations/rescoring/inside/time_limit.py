"""How long one episode may keep a benchmark's grader busy."""

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["SECONDS", "TookTooLong", "limit"]

SECONDS = 60
"""That one episode may take; the process is ended after twice as many."""


class TookTooLong(BaseException):
    """No ``Exception``: the environment takes those for a tool's own."""

    def __str__(self) -> str:
        """Say how long."""
        return f"more than {SECONDS} s"


@contextmanager
def limit(seconds: float = SECONDS) -> Iterator[None]:
    """Bound what is done inside: an exception first, then the end of the process.

    A computation inside the interpreter's C code hears of no signal.
    """
    faulthandler.dump_traceback_later(2 * seconds, exit=True)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _expired)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def _expired(number: int, frame: Any) -> None:
    del number, frame
    raise TookTooLong
