"""Locks under which nothing is said.

Whoever is told of something (a log handler, ``warnings.showwarning``) may take locks of
its own, and may wait for one of ours with them held.  So what is to be said while a
thread holds one of ours is said once it holds none.
"""

import threading
from collections import deque
from collections.abc import Callable

from evalrata.instrument.handlers import of_handler

__all__ = ["QuietLock", "say"]

_WAITING: deque[Callable[[], None]] = deque(maxlen=100)


class _Held(threading.local):
    """What this thread holds."""

    locks = 0
    speaks = False


_HELD = _Held()


def say(what: Callable[[], None]) -> None:
    """Call ``what`` when this thread holds no lock of ours; by default at once.

    What it raises reaches nobody, unless a signal handler of the harness raised it.
    """
    _WAITING.append(what)
    if not _HELD.locks:
        _speak()


class QuietLock:
    """A lock that the thread which holds it may take again."""

    def __init__(self) -> None:
        """Make one."""
        self._lock = threading.RLock()

    def acquire(self, *, blocking: bool = True) -> bool:
        """Take it; returns whether it was taken."""
        taken = self._lock.acquire(blocking)
        _HELD.locks += taken
        return taken

    def release(self) -> None:
        """Give it back, and say what waits if it was the last one."""
        _HELD.locks -= 1
        self._lock.release()
        if _WAITING and not _HELD.locks:
            _speak()

    def __enter__(self) -> None:
        """Take it."""
        self.acquire()

    def __exit__(self, *error: object) -> None:
        """Give it back."""
        self.release()


def _speak() -> None:
    """Say what waits; what comes up meanwhile waits for its turn."""
    if _HELD.speaks:
        return
    _HELD.speaks = True
    try:
        while _WAITING:
            _say(_WAITING.popleft())
    except IndexError:  # another thread said it
        return
    finally:
        _HELD.speaks = False


def _say(what: Callable[[], None]) -> None:
    try:
        what()
    except Exception as error:
        if of_handler(error):
            raise
