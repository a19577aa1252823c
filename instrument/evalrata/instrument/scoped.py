"""One class for ``with``, ``async with`` and decorators of both kinds of function."""

import inspect
from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any, Generic, TypeVar

from evalrata.schemas.errors import UsageError

__all__ = ["Scoped"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Scoped(Generic[T]):
    """Something that is entered and left: ``with``, ``async with``, or ``@``.

    As a decorator it is entered anew for each call, also of a coroutine function.
    One object is for one ``with`` at a time.
    """

    def enter(self) -> T:
        """Begin."""
        raise NotImplementedError

    def leave(self, error: BaseException | None) -> None:
        """End; ``error`` is what left the block.  It is never swallowed."""
        raise NotImplementedError

    def again(self) -> "Scoped[T]":
        """Return one that has not been entered, with the same arguments."""
        raise NotImplementedError

    def __enter__(self) -> T:
        """Begin."""
        return self.enter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""
        self.leave(error)

    async def __aenter__(self) -> T:
        """Begin."""
        return self.enter()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""
        self.leave(error)

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

    def _plain(self, function: Any) -> Any:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with self.again():
                return function(*args, **kwargs)

        return call

    def _coroutine(self, function: Any) -> Any:
        @wraps(function)
        async def call(*args: Any, **kwargs: Any) -> Any:
            with self.again():
                return await function(*args, **kwargs)

        return call
