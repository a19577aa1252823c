"""One class for ``with``, ``async with`` and decorators of both kinds of function."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any, Generic, TypeVar

from evalrata.instrument.context import Scope, held
from evalrata.instrument.outside import NOWHERE
from evalrata.schemas.errors import UsageError

__all__ = ["Scoped"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Scoped(ABC, Generic[T]):
    """Something that is entered and left: ``with``, ``async with``, or ``@``.

    Each entry opens one of its own, so that one object may be open several times,
    nested or in tasks side by side.  As a decorator it is entered anew for each call,
    also of a coroutine function.
    """

    _entries: "list[tuple[Scoped[T], Scope | None]]"
    """What is open, with the scope that its entry made the current one."""

    @abstractmethod
    def enter(self) -> T:
        """Begin."""

    @abstractmethod
    def leave(self, error: BaseException | None) -> None:
        """End; ``error`` is what left the block.  It is never swallowed."""

    @abstractmethod
    def again(self) -> "Scoped[T]":
        """Return one that has not been entered, with the same arguments."""

    def __enter__(self) -> T:
        """Begin."""
        one = self.again()
        value = one.enter()
        self.__dict__.setdefault("_entries", []).append((one, held()))
        return value

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the entry that the code is in, else the last one."""
        mine = self._mine()
        if mine is None:
            NOWHERE.add(f"{type(self).__name__}: it was left, and not entered before")
        else:
            mine.leave(error)

    async def __aenter__(self) -> T:
        """Begin."""
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the entry that the code is in, else the last one."""
        self.__exit__(kind, error, trace)

    def __call__(self, function: F) -> F:
        """Wrap a function so that each call of it runs inside.

        Raises ``UsageError`` for a generator function: between two items it runs in
        its caller's context, so that the scope would leak into the caller.
        """
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(
            function
        ):
            raise UsageError(
                f"{function.__qualname__} is a generator: it cannot be decorated, open "
                "the scope with `with` inside it, around what is not a yield"
            )
        wrapper = (
            self._coroutine if inspect.iscoroutinefunction(function) else self._plain
        )
        wrapped: F = wrapper(function)
        return wrapped

    def _mine(self) -> "Scoped[T] | None":
        """Take out the entry that the code is in, else the last one."""
        now, entries = held(), self.__dict__.get("_entries", [])
        last_first = entries[::-1]
        for entry in sorted(last_first, key=lambda e: e[1] is not now):
            try:
                entries.remove(entry)
            except ValueError:  # another thread, in no scope either, was first
                continue
            mine: Scoped[T] = entry[0]
            return mine
        return None

    def _plain(self, function: Any) -> Any:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return call

    def _coroutine(self, function: Any) -> Any:
        @wraps(function)
        async def call(*args: Any, **kwargs: Any) -> Any:
            with self:
                return await function(*args, **kwargs)

        return call
