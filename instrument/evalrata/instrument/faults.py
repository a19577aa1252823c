"""Errors of evalrata's own, kept from the harness and counted.

An exception in a span processor reaches the code that started the span, and skips
the processors behind it.  So every hook is guarded: the harness goes on, and the
card says how often that happened.
"""

import inspect
import logging
import math
import threading
import warnings
from collections import deque
from typing import Any

from evalrata.instrument.handlers import of_handler
from evalrata.instrument.quiet import say
from evalrata.instrument.safe import safe

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
        self._lock = threading.RLock()

    def forked(self) -> None:
        """Go on in a forked process, where the lock may be held by nobody."""
        self._lock = threading.RLock()

    def add(self, place: str, error: BaseException) -> None:
        """Count one, and log it if it is among the first of its kind.

        Raises ``error`` itself, uncounted, if a signal handler of the harness raised
        it: that is no fault, and must reach the harness.
        """
        if of_handler(error):
            raise error
        message = f"{place}: {first_line(error)}"
        with self._lock:
            self.count += 1
            self._said.append((self.count, message))
            new = len(self._logged) < 10 * KEPT and message not in self._logged
            if new:
                self._logged.add(message)
        if new:
            text = f"a hook failed, the harness goes on: {message}"
            say(lambda: LOG.warning("%s", text))

    def since(self, count: int, until: float = math.inf) -> tuple[str, ...]:
        """Return messages of those that came after the ``count``-th, each kind once.

        Not those after the ``until``-th.
        """
        with self._lock:
            said = list(self._said)
        later = dict.fromkeys(text for n, text in said if count < n <= until)
        return tuple(later)[:KEPT]


FAULTS = Faults()
"""Those of the whole process: a processor serves every run of it."""


class Misuse:
    """Counts calls of the vocabulary that could not be obeyed; warns of the first."""

    def __init__(self) -> None:
        """Start with none."""
        self.count = 0
        self._said: dict[str, set[str]] = {}

    def add(self, message: str) -> None:
        """Count one, and warn of it if it is new.

        Of each word that messages begin with (``grade: ...``) a few are: the rest may
        name another task each time.
        """
        self.count += 1
        message = safe(message)
        word = message.split(":", 1)[0]
        said = self._said.get(word, set())
        if message not in said and len(said) < 2 * KEPT and len(self._said) < 10 * KEPT:
            self._said.setdefault(word, said).add(message)
            say(lambda: _warn(message))


def _warn(message: str) -> None:
    """Warn, also where warnings are errors: the harness must not stop for it."""
    try:
        warnings.warn(message, EvalrataWarning, stacklevel=_outside())
    except EvalrataWarning:
        LOG.warning(message)


def _outside() -> int:
    """Return the stack level of the harness's line that led here."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and _passed_by(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    # Seen from the caller, which is one nearer to it.
    return max(1, level - 1)


def _passed_by(module: str) -> bool:
    return module.startswith("evalrata.") or module == "contextlib"


def first_line(error: BaseException, limit: int = 200) -> str:
    """Write an exception as one short line: its type, and what it says first."""
    said: Any = ""
    try:
        said = str(error).strip().split("\n", 1)[0]
    except Exception:  # noqa: BLE001 - a stranger's __str__ may raise anything
        said = "(its text cannot be read)"
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return safe(text, limit)
