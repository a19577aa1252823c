"""Archives that are open at the same time: few, however many there are."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

__all__ = ["MOST_IDLE", "Reopened", "Shelf"]

T = TypeVar("T")

MOST_IDLE = 16
"""Archives that stay open though nothing of them is being read."""


class Shelf:
    """Knows the archives that are open, and closes those that were not used lately."""

    def __init__(self) -> None:
        """Start with none."""
        self._open: dict[Reopened[Any], None] = {}

    def close(self) -> None:
        """Close all of them, the inner ones first."""
        for archive in reversed(list(self._open)):
            self.shut(archive)

    def shut(self, archive: "Reopened[Any]") -> None:
        """Close one archive, if it is open."""
        self._open.pop(archive, None)
        archive.shut()

    def used(self, archive: "Reopened[Any]") -> None:
        """Note that an archive was used now, and close what is idle for longest."""
        self._open.pop(archive, None)
        self._open[archive] = None
        idle = [known for known in self._open if not known.users]
        for known in idle[: max(0, len(idle) - MOST_IDLE)]:
            self.shut(known)


class Reopened(Generic[T]):
    """An archive that is opened when it is used, and again after it was closed."""

    def __init__(self, shelf: Shelf, opener: Callable[[ExitStack], T]) -> None:
        """Keep how to open it; what has to be closed with it goes on the stack."""
        self._shelf = shelf
        self._opener = opener
        self._opened: tuple[T, ExitStack] | None = None
        self.users = 0

    def use(self, stack: ExitStack) -> T:
        """Return it, open for at least as long as ``stack`` is.

        Raises what opening it raises.
        """
        if self._opened is None:
            with ExitStack() as opened:
                self._opened = (self._opener(opened), opened.pop_all())
        self.users += 1
        stack.callback(self._release)
        self._shelf.used(self)
        return self._opened[0]

    def shut(self) -> None:
        """Close it."""
        if self._opened is not None:
            self._opened[1].close()
            self._opened = None

    def _release(self) -> None:
        self.users -= 1
        if self._opened is not None:
            self._shelf.used(self)
