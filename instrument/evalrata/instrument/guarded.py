"""Steps that must not keep those after them from being made."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from evalrata.instrument.faults import FAULTS

__all__ = ["guarded"]

P = ParamSpec("P")
T = TypeVar("T")


def guarded(
    place: str, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T | None:
    """Make a step; an error in it is counted, and gives ``None``."""
    try:
        return step(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - it would reach the harness
        FAULTS.add(place, error)
        return None
