"""Whether an exception is the harness's own, raised by one of its signal handlers.

A time limit by ``SIGALRM`` raises wherever the main thread happens to be, so also
inside our hooks, whose guards must not keep it from the harness.
"""

import signal
from collections.abc import Iterator
from functools import partial
from types import CodeType
from typing import Any

__all__ = ["of_handler"]


def of_handler(error: BaseException) -> bool:
    """Say whether it passed through a function that is set as a signal's handler.

    Not one whose handler was taken back before it raised.
    """
    handlers = frozenset(_codes())
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code in handlers:
            return True
        trace = trace.tb_next
    return False


def _codes() -> Iterator[CodeType]:
    for number in signal.valid_signals():
        code = _code(signal.getsignal(number))
        if code is not None:
            yield code


def _code(handler: Any) -> CodeType | None:
    """Return what runs when a handler is called; ``None`` if that is not Python."""
    while isinstance(handler, partial):
        handler = handler.func
    found = getattr(handler, "__code__", None)
    if found is None and callable(handler):
        found = getattr(type(handler).__call__, "__code__", None)
    return found if isinstance(found, CodeType) else None
