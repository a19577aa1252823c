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

__all__ = [
    "Standing",
    "between",
    "count_inversions",
    "inversions",
    "pairs",
    "places",
    "rank_changes",
    "ties",
]


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

    A step for each inverted pair, besides what ``count_inversions`` takes.
    """
    for row, above, lower in _passed(rows):
        yield from ((name, row.row) for _, name in above[:lower])


def between(
    ours: Sequence[Standing], theirs: Sequence[Standing]
) -> Iterator[tuple[str, str]]:
    """Yield the inverted pairs of a row of one kind and one of the other.

    In the order of ``inversions``, and in no more steps: pairs within a kind, of which
    there may be many more, cost none.
    """
    above: tuple[list[tuple[float, str]], ...] = ([], [])
    rows = [(row, 0) for row in ours] + [(row, 1) for row in theirs]
    rows.sort(key=lambda item: (-item[0].before, -item[0].after, item[0].row))
    for _, tied in groupby(rows, key=lambda item: item[0].before):
        group = list(tied)
        for row, kind in group:
            other = above[1 - kind]
            lower = bisect_left(other, (row.after, ""))
            yield from ((name, row.row) for _, name in other[:lower])
        for row, kind in group:
            insort(above[kind], (row.after, row.row))


def count_inversions(rows: Sequence[Standing]) -> int:
    """Count the pairs that changed places, in n log n comparisons."""
    return sum(lower for _, _, lower in _passed(rows))


def _passed(
    rows: Sequence[Standing],
) -> Iterator[tuple[Standing, list[tuple[float, str]], int]]:
    """Yield each row, the rows that were above it, and how many of these it passed.

    From the highest value before to the lowest, each is held against those that were
    strictly above it, which are kept sorted by their value after: the first are those
    that it passed.
    """
    above: list[tuple[float, str]] = []
    ordered = sorted(rows, key=lambda r: (-r.before, -r.after, r.row))
    for _, tied in groupby(ordered, key=lambda r: r.before):
        group = list(tied)
        for row in group:
            # Strictly below it after; "" is before every name.
            yield row, above, bisect_left(above, (row.after, ""))
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
