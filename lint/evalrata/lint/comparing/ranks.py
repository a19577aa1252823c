"""Ranks, ties and inversions of rows that have a value on both sides.

Values are compared as the floats that are stored: two that print alike and differ in
the last digit are no tie.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from evalrata.schemas.diff import Place, RankChange

__all__ = ["Standing", "inversions", "pairs", "places", "rank_changes", "ties"]


class Standing(Struct, frozen=True, gc=False):
    """A row with its value on each side; both are finite."""

    row: str
    before: float
    after: float


def pairs(rows: Sequence[Standing]) -> int:
    """Count the pairs of rows."""
    return _two_of(len(rows))


def ties(rows: Sequence[Standing]) -> int:
    """Count the pairs that are equal on one side or on both."""
    before = _equal(r.before for r in rows)
    after = _equal(r.after for r in rows)
    return before + after - _equal((r.before, r.after) for r in rows)


def inversions(rows: Sequence[Standing]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that changed places, the row that was above first.

    From the highest value before to the lowest, each row is held against those that
    were strictly above it, which are kept sorted by their value after: n log n
    comparisons, and a step for each inverted pair.
    """
    above: list[tuple[float, str]] = []
    ordered = sorted(rows, key=lambda r: (-r.before, -r.after, r.row))
    for _, tied in groupby(ordered, key=lambda r: r.before):
        group = list(tied)
        for row in group:
            lower = bisect_left(above, (row.after, ""))  # strictly below it after
            yield from ((name, row.row) for _, name in above[:lower])
        for row in group:
            insort(above, (row.after, row.row))


def places(values: Sequence[float]) -> list[Place]:
    """Return the place of each value, the highest first: 1, 2, 2, 4."""
    count = Counter(values)
    rank: dict[float, int] = {}
    above = 0
    for value in sorted(count, reverse=True):
        rank[value] = above + 1
        above += count[value]
    return [Place(rank=rank[v], tied=count[v] - 1, value=v) for v in values]


def rank_changes(rows: Sequence[Standing]) -> tuple[RankChange, ...]:
    """Return the rows whose rank or value differs, by the rank after, then name."""
    before = places([r.before for r in rows])
    after = places([r.after for r in rows])
    found = [
        RankChange(row=row.row, before=b, after=a)
        for row, b, a in zip(rows, before, after, strict=True)
        if (b.rank, b.value) != (a.rank, a.value)
    ]
    return tuple(sorted(found, key=lambda c: (c.after.rank, c.before.rank, c.row)))


def _equal(values: Iterable[object]) -> int:
    return sum(_two_of(n) for n in Counter(values).values())


def _two_of(count: int) -> int:
    return count * (count - 1) // 2
