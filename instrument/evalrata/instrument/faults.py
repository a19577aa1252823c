"""Errors of evalrata's own, kept from the harness and counted.

An exception in a span processor reaches the code that started the span, and skips
the processors behind it.  So every hook is guarded: the harness goes on, and the
card says how often that happened.
"""

import logging
import threading
import warnings
from collections import deque
from typing import Any

__all__ = ["FAULTS", "EvalrataWarning", "Faults", "Misuse", "first_line"]

LOG = logging.getLogger("evalrata")
KEPT = 5
"""Messages that the card repeats; the rest is a count."""


class EvalrataWarning(UserWarning):
    """The instrumentation was used in a way that cannot be obeyed."""


class Faults:
    """Counts errors inside hooks, and keeps the last ones in words."""

    def __init__(self) -> None:
        """Start with none."""
        self.count = 0
        self._said: deque[tuple[int, str]] = deque(maxlen=10 * KEPT)
        self._logged: set[str] = set()
        self._lock = threading.Lock()

    def forked(self) -> None:
        """Go on in a forked process, where the lock may be held by nobody."""
        self._lock = threading.Lock()

    def add(self, place: str, error: BaseException) -> None:
        """Count one, and log it if it is among the first of its kind."""
        message = f"{place}: {first_line(error)}"
        with self._lock:
            self.count += 1
            self._said.append((self.count, message))
            new = len(self._logged) < 10 * KEPT and message not in self._logged
            if new:
                self._logged.add(message)
        if new:
            LOG.warning("a hook failed, the harness goes on: %s", message)

    def since(self, count: int) -> tuple[str, ...]:
        """Return messages of those that came after the ``count``-th, each kind once."""
        with self._lock:
            later = dict.fromkeys(text for n, text in self._said if n > count)
        return tuple(later)[:KEPT]


FAULTS = Faults()
"""Those of the whole process: a processor serves every run of it."""


class Misuse:
    """Counts calls of the vocabulary that could not be obeyed; warns once of each."""

    def __init__(self) -> None:
        """Start with none."""
        self.count = 0
        self._said: set[str] = set()

    def add(self, message: str) -> None:
        """Count one; the first of its kind is a warning."""
        self.count += 1
        if message not in self._said:
            self._said.add(message)
            _warn(message)


def _warn(message: str) -> None:
    """Warn, also where warnings are errors: the harness must not stop for it."""
    try:
        warnings.warn(message, EvalrataWarning, stacklevel=4)
    except EvalrataWarning:
        LOG.warning(message)


def first_line(error: BaseException, limit: int = 200) -> str:
    """Write an exception as one short line: its type, and what it says first."""
    said: Any = ""
    try:
        said = str(error).strip().split("\n", 1)[0]
    except Exception:  # noqa: BLE001 - a stranger's __str__ may raise anything
        said = "(its text cannot be read)"
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return text[:limit]
