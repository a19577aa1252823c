"""Inverted pairs counted by what their rows share, without looking at each pair."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import merge
from itertools import combinations, islice

from msgspec import Struct

from evalrata.lint.comparing.ranks import (
    Standing,
    between,
    count_inversions,
    inversions,
)

__all__ = ["Inverted", "first", "inverted_groups"]

Pair = tuple[str, str]

_GROUPS = 500
"""Groups that are held against each other; of more, each pair of rows is looked at."""


class Inverted(Struct, frozen=True):
    """Inverted pairs of rows of one group, or of two."""

    count: int
    pairs: tuple[Pair, ...]
    """The first of them, the row that was above first; one at least."""


def inverted_groups(
    rows: Sequence[Standing], key: Callable[[str], Hashable], *, most: int
) -> Iterator[Inverted]:
    """Count the inverted pairs of rows by the groups, named by ``key``, that they join.

    ``most``: how many of each are named.  Groups without an inverted pair are left out.
    The pairs of one group with itself or another may come in several parts.
    """
    groups: dict[Hashable, list[Standing]] = {}
    for row in rows:
        groups.setdefault(key(row.row), []).append(row)
    if len(groups) > _GROUPS:
        yield from (Inverted(1, (pair,)) for pair in inversions(rows))
        return
    alone = {name: count_inversions(own) for name, own in groups.items()}
    for name, own in groups.items():
        if alone[name]:
            yield Inverted(alone[name], tuple(islice(inversions(own), most)))
    for (one, ours), (two, theirs) in combinations(groups.items(), 2):
        count = count_inversions([*ours, *theirs]) - alone[one] - alone[two]
        if count:
            yield Inverted(count, tuple(islice(between(ours, theirs), most)))


def first(
    parts: Sequence[Sequence[Pair]], rows: Sequence[Standing], most: int
) -> list[Pair]:
    """Return the first pairs of all parts, in the order of ``inversions``."""
    order = sorted(rows, key=lambda r: (-r.before, -r.after, r.row))
    place = {row.row: i for i, row in enumerate(order)}
    after = {row.row: row.after for row in rows}

    def position(pair: Pair) -> tuple[int, float, str]:
        above, below = pair
        return place[below], after[above], above

    return list(islice(merge(*parts, key=position), most))
