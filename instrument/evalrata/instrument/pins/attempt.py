"""Detection must not end a run: what raises is not known."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["attempt"]

P = ParamSpec("P")
T = TypeVar("T")


def attempt(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Call ``function``; ``None`` if it raises.

    Import finders, metadata and files of other people's packages are read here: any
    of them may be broken in its own way.
    """
    try:
        return function(*args, **kwargs)
    except Exception:  # noqa: BLE001 - see above; the answer is then "not known"
        return None
