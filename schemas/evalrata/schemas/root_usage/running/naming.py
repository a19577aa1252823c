"""Which response ids say something about more than one span."""

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import own_usage, pair
from evalrata.schemas.root_usage.running.forest import Forest

__all__ = ["ids_in", "settled_twice", "shared_ids"]


def ids_in(calls: Iterable[Call]) -> list[str]:
    """Return the response ids, as often as they are there."""
    return [c.response for c in calls if c.response]


def shared_ids(
    planted: AbstractSet[str], named: list[str], silent: Iterable[Call]
) -> set[str]:
    """Return the ids of plain calls that more than one span has, and those in trees.

    ``named``: of the plain calls.  Those in trees, so that a silent span is compared.
    """
    once = set(named)
    shared = once.intersection(ids_in(silent)) | planted
    if len(once) < len(named):
        shared |= {response for response, n in Counter(named).items() if n > 1}
    return shared


def settled_twice(forest: Forest, known: set[str]) -> int:
    """Count spans that may be told apart in the past and may be one call after all.

    Spans of equal usage in one tree under two ids, both settled before: if they were
    settled as two calls, rule 3 doubts one of them now.
    """
    seen: dict[tuple[int, tuple[int, int]], set[str]] = {}
    for call, unit in zip(forest.calls, forest.units, strict=True):
        own = own_usage(call)
        if call.response in known and own is not None:
            seen.setdefault((unit, pair(own)), set()).add(call.response)
    return sum(len(ids) - 1 for ids in seen.values())
