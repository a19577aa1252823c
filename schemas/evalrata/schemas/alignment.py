"""Explaining a recorded list by own calls and whole copies of a pattern.

A recorded list is read as the own calls in order, with whole copies of a pattern
put between them.  Often there is more than one such reading.  ``explain`` returns
what all readings that leave out the fewest own calls agree on, and what they do not,
so that nothing is decided that the lists do not decide.
"""

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

__all__ = ["LIMIT", "Reading", "copies_of", "explain", "explainable", "gaps"]

LIMIT = 1_000_000
"""Cells of the table: 1,000 recorded items against 1,000 own calls, 0.5 s.  Longer
pairs are not explained."""

_NEVER = 1 << 60


class Reading(Struct, frozen=True, kw_only=True):
    """What the best readings of a recorded list have in common."""

    own: tuple[bool, ...]
    """Per item: one of the readings takes it for an own call."""
    unread: tuple[bool, ...]
    """One takes it for a call made where the own calls could not be read."""
    copied: tuple[bool, ...]
    """One puts it into a copy of the pattern."""
    fewest: int
    """Copies in the reading that has the fewest."""
    most: int
    left_out: int = 0
    """Own calls that the record lacks, in every one of these readings."""


class _Step(NamedTuple):
    kind: Literal["own", "unread", "copied", "skip"]
    i: int
    j: int
    price: int


def explainable(recorded: Sequence[Hashable], own: Sequence[Hashable]) -> bool:
    """Say whether ``explain`` stays within ``LIMIT`` on these sequences."""
    return (len(recorded) + 1) * (len(own) + 1) <= LIMIT


def explain(
    recorded: Sequence[Hashable],
    own: Sequence[Hashable],
    pattern: Sequence[Hashable],
    *,
    unread: Collection[int] = (),
) -> Reading | None:
    """Read ``recorded`` as ``own`` calls in order and copies of ``pattern``.

    ``unread`` has the positions (0 to ``len(own)``) before whose own call any number
    of further calls may lie.  Own calls that the record lacks are left out of a
    reading, as few as possible.  ``None``: no reading exists, or the lists exceed
    ``LIMIT``.
    """
    if not explainable(recorded, own):
        return None
    grid = _Grid(recorded, own, pattern, frozenset(unread))
    return grid.reading()


class _Grid:
    """The readings as paths from (0, 0): items of the record by own calls."""

    def __init__(
        self,
        recorded: Sequence[Hashable],
        own: Sequence[Hashable],
        pattern: Sequence[Hashable],
        unread: frozenset[int],
    ) -> None:
        self.recorded, self.own, self.unread = recorded, own, unread
        self.length = len(pattern)
        self.starts = [
            bool(pattern) and list(recorded[i : i + self.length]) == list(pattern)
            for i in range(len(recorded) + 1)
        ]
        self.rest = self._rest()

    def _rest(self) -> list[list[int]]:
        """Return, per cell, the own calls left out by the best path to the end."""
        rows, cols = len(self.recorded), len(self.own)
        rest = [[_NEVER] * (cols + 1) for _ in range(rows + 1)]
        for i in range(rows, -1, -1):
            row = rest[i]
            item = self.recorded[i] if i < rows else None
            below = rest[i + 1] if i < rows else []
            copy = rest[i + self.length] if self.starts[i] else []
            for j in range(cols, -1, -1):
                best = 0 if i == rows and j == cols else _NEVER
                if j < cols:
                    best = 1 + row[j + 1]
                    if below and item == self.own[j]:
                        best = min(best, below[j + 1])
                if below and j in self.unread:
                    best = min(best, below[j])
                if copy:
                    best = min(best, copy[j])
                row[j] = best
        return rest

    def reading(self) -> Reading | None:
        """Follow every best path, and note what it takes each item for."""
        if self.rest[0][0] >= _NEVER:
            return None
        rows, cols = len(self.recorded), len(self.own)
        marks = {kind: [False] * rows for kind in ("own", "unread", "copied")}
        counts: list[dict[int, tuple[int, int]]] = [{} for _ in range(rows + 1)]
        counts[0][0] = (0, 0)
        for i, reached in enumerate(counts):
            for j in range(cols + 1):
                if j not in reached:
                    continue
                for step in self._best_steps(i, j):
                    if step.kind != "skip":
                        marks[step.kind][i : step.i] = [True] * (step.i - i)
                    low, high = (n + (step.kind == "copied") for n in reached[j])
                    seen = counts[step.i].get(step.j, (low, high))
                    counts[step.i][step.j] = min(seen[0], low), max(seen[1], high)
        fewest, most = counts[rows][cols]
        taken = {kind: tuple(flags) for kind, flags in marks.items()}
        return Reading(**taken, fewest=fewest, most=most, left_out=self.rest[0][0])

    def _best_steps(self, i: int, j: int) -> Iterator[_Step]:
        for step in self._steps(i, j):
            if step.price + self.rest[step.i][step.j] == self.rest[i][j]:
                yield step

    def _steps(self, i: int, j: int) -> Iterator[_Step]:
        if i < len(self.recorded):
            if j < len(self.own) and self.recorded[i] == self.own[j]:
                yield _Step("own", i + 1, j + 1, 0)
            if j in self.unread:
                yield _Step("unread", i + 1, j, 0)
        if self.starts[i]:
            yield _Step("copied", i + self.length, j, 0)
        if j < len(self.own):
            yield _Step("skip", i, j + 1, 1)


def gaps(partners: Sequence[int | None]) -> list[tuple[int, int]]:
    """Return the half-open ranges of consecutive items without a partner."""
    ranges: list[tuple[int, int]] = []
    for i, partner in enumerate(partners):
        if partner is not None:
            continue
        if ranges and ranges[-1][1] == i:
            ranges[-1] = (ranges[-1][0], i + 1)
        else:
            ranges.append((i, i + 1))
    return ranges


def copies_of(block: Sequence[Hashable], pattern: Sequence[Hashable]) -> int | None:
    """Return how many whole copies of ``pattern`` make up ``block``, else ``None``.

    An empty pattern makes up nothing but itself: ``None`` for a block that is not
    empty, 0 for one that is.
    """
    if not pattern:
        return None if block else 0
    count, rest = divmod(len(block), len(pattern))
    if rest or list(block) != list(pattern) * count:
        return None
    return count
