"""Whether the numbers of a call can be what they say."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from evalrata.instrument.ranges import END, MOST
from evalrata.schemas.records import Call, Usage

__all__ = ["moment", "sound"]


def sound(call: Call) -> bool:
    """Say whether a call can be added up.

    Not one with a negative count or cost, or a time that is none.
    """
    numbers = [n for usage in _usages(call) for n in structs.astuple(usage)]
    numbers += [call.cost, call.trial]
    counts = all(n is None or 0 <= n <= MOST for n in numbers)
    return counts and moment(call.started) and moment(call.ended)


def moment(value: Any) -> bool:
    """Say whether a time, if there is one, can be one in seconds since 1970."""
    return value is None or (isinstance(value, (int, float)) and 0 <= value < END)


def _usages(call: Call) -> Iterator[Usage]:
    if call.usage is not None:
        yield call.usage
    yield from (call.rollup or {}).values()
