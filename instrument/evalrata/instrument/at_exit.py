"""Calls something when the process ends in good order."""

import atexit
import sys
from collections.abc import Callable
from typing import Any

__all__ = ["AtExit"]


class AtExit:
    """Also in the processes of ``multiprocessing``, which end past ``atexit``."""

    def __init__(self, function: Callable[[], None]) -> None:
        """Register; ``function`` must bear being called twice."""
        self._function = function
        self._finalizer: Any = None
        atexit.register(function)
        util = sys.modules.get("multiprocessing.util")
        if util is not None:
            self._finalizer = util.Finalize(None, function, exitpriority=10)

    def cancel(self) -> None:
        """Have nothing called."""
        atexit.unregister(self._function)
        if self._finalizer is not None:
            self._finalizer.cancel()
