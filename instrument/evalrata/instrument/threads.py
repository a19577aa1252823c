"""The scope in threads.

``asyncio.create_task`` and ``asyncio.to_thread`` take the context along by themselves.
``threading.Thread``, ``ThreadPoolExecutor`` and ``loop.run_in_executor`` do not: what
runs there is in no run, and its spans are counted as outside, never as somebody
else's::

    Thread(target=carried(work)).start()
    await loop.run_in_executor(None, carried(work))
    with CarryingExecutor() as pool:
        pool.map(work, tasks)
"""

import inspect
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from evalrata.schemas.errors import UsageError

__all__ = ["CarryingExecutor", "carried"]

P = ParamSpec("P")
T = TypeVar("T")


def carried(function: Callable[P, T]) -> Callable[P, T]:
    """Bind a function to the context of now, wherever it is called later.

    It may be called several times, from several threads at once: each call gets a
    copy.  Raises ``UsageError`` for coroutine and generator functions, whose bodies
    run in the context of who awaits them.
    """
    if (
        inspect.iscoroutinefunction(function)
        or inspect.isgeneratorfunction(function)
        or inspect.isasyncgenfunction(function)
    ):
        raise UsageError(
            f"{getattr(function, '__qualname__', function)!s} runs where it is "
            "awaited or iterated: carry the function that does that"
        )
    context = copy_context()

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return context.copy().run(function, *args, **kwargs)

    return call


class CarryingExecutor(ThreadPoolExecutor):
    """A ``ThreadPoolExecutor`` whose tasks run in the context they are submitted in.

    Also those of ``map``, and of ``loop.run_in_executor``.
    """

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Future[T]":
        """Submit a task.  Raises what ``ThreadPoolExecutor.submit`` does."""
        call = partial(fn, *args, **kwargs)
        return super().submit(partial(copy_context().run, call))
