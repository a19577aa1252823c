"""Whether the numbers of a call can be what they say."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.instrument.accounting import key_of
from evalrata.instrument.entries import OPEN
from evalrata.schemas.records import Call, Usage

__all__ = ["sound"]

MOST = 1 << 53
"""Tokens of one call; more is no count of them."""


def sound(call: Call) -> bool:
    """Say whether a call can be added up.

    Not one with a negative count, or the ids of a span that is open in this process.
    """
    numbers = [n for usage in _usages(call) for n in structs.astuple(usage)]
    counts = all(n is None or 0 <= n <= MOST for n in numbers)
    return counts and key_of(call.trace, call.id) not in OPEN


def _usages(call: Call) -> Iterator[Usage]:
    if call.usage is not None:
        yield call.usage
    yield from (call.rollup or {}).values()
