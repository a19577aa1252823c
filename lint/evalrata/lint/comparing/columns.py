"""The scores of rows on both sides, a column for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, filterfalse, islice, repeat

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.matching import Matching
from evalrata.lint.comparing.pins import evaluator_changed
from evalrata.lint.comparing.ranks import (
    Standing,
    between,
    count_inversions,
    inversions,
    pairs,
    rank_changes,
    ties,
)
from evalrata.lint.comparing.values import ColumnKey, scores
from evalrata.schemas.diff import Column, Mixed, RowValue, Shared, Side

__all__ = ["LISTED", "columns"]

LISTED = 10_000
"""Inverted pairs of a column that are named; beyond them they are only counted."""


class _Cells(Struct):
    """A column's values, row by row."""

    rows: list[RowValue]
    before: bool = False
    """Whether a row of the side has the column, with or without a value."""
    after: bool = False


def columns(
    matching: Matching,
    *,
    filtered: bool,
    episodes: Iterable[Shared | None] = (),
) -> tuple[Column, ...]:
    """Compare each column that some row has a score of, in the order of their names.

    ``episodes``: what the sides of each pair of ``matching`` share, in its order.
    """
    found: dict[ColumnKey, _Cells] = {}
    sharing = chain(episodes, repeat(None))
    for sides, both in zip(_rows(matching), sharing, strict=False):
        _add(found, sides, both, filtered=filtered)
    scored = {
        key: cells
        for key, cells in found.items()
        if any(r.before is not None or r.after is not None for r in cells.rows)
    }
    names = _names(scored)
    made = [_column(names[key], cells) for key, cells in scored.items()]
    return tuple(sorted(made, key=lambda column: column.column))


def _rows(matching: Matching) -> Iterator[tuple[Kept | None, Kept | None]]:
    yield from ((before, after) for before, after, _ in matching.pairs)
    yield from ((before, None) for before in matching.left)
    yield from ((None, after) for after in matching.entered)


def _add(
    found: dict[ColumnKey, _Cells],
    sides: tuple[Kept | None, Kept | None],
    episodes: Shared | None,
    *,
    filtered: bool,
) -> None:
    """Add a row to each column that it has on a side."""
    before, after = sides
    old = _scores(before, after, filtered=filtered)
    new = _scores(after, before, filtered=filtered)
    for key in dict.fromkeys((*new, *old)):
        cells = found.setdefault(key, _Cells([]))
        cells.before |= key in old
        cells.after |= key in new
        cells.rows.append(
            RowValue(
                row=_name(before, after),
                before=old.get(key),
                after=new.get(key),
                rescored=_rescored(before, after, key),
                episodes=None if _reported(before, after) else episodes,
            )
        )


def _name(before: Kept | None, after: Kept | None) -> str:
    kept = after or before
    return "" if kept is None else kept.id


def _reported(*sides: Kept | None) -> bool:
    """Say whether a side has its scores by domain, which no episodes give."""
    return any(side is not None and side.entry.run.by_domain for side in sides)


def _rescored(before: Kept | None, after: Kept | None, key: ColumnKey) -> bool | None:
    """Say whether a row was scored again, by what its sides declare."""
    if before is None or after is None:
        return None
    old, new = before.entry.run, after.entry.run
    if new.rescoring is not None and new.rescoring != old.rescoring:
        return True
    return evaluator_changed(old, new, key.domains or ("",))


def _scores(
    kept: Kept | None, other: Kept | None, *, filtered: bool
) -> Mapping[ColumnKey, float | None]:
    if kept is None:
        return {}
    run = other.entry.run if other is not None else None
    return dict(scores(kept, run, filtered=filtered))


def _names(keys: Iterable[ColumnKey]) -> dict[ColumnKey, str]:
    """Name columns; by their table too if there are several tables."""
    known = list(keys)
    several = len({key.table for key in known}) > 1
    return {
        key: f"{key.table}: {key.name}" if several and key.table else key.name
        for key in known
    }


def _column(name: str, cells: _Cells) -> Column:
    rows = sorted(cells.rows, key=_order)
    both = [r for r in rows if r.before is not None and r.after is not None]
    again = _standings(r for r in both if r.rescored)
    kept = _standings(r for r in both if r.rescored is False)
    return Column(
        column=name,
        rows=len(both),
        rescored=len(again),
        pairs=pairs(again),
        inversions=count_inversions(again),
        ties=ties(again),
        rank_changes=rank_changes(again),
        inverted=tuple(islice(inversions(again), LISTED)),
        not_rescored=tuple(r.row for r in kept),
        unknown=tuple(r.row for r in both if r.rescored is None),
        moved=sum(r.before != r.after for r in again),
        mixed=_mixed(_standings(both), again, kept),
        values=tuple(rows),
        only=_only(cells),
    )


def _mixed(
    rows: Sequence[Standing], again: Sequence[Standing], kept: Sequence[Standing]
) -> Mixed:
    within = count_inversions(again) + count_inversions(kept)
    across = count_inversions([*again, *kept]) - within
    return Mixed(
        pairs=pairs(rows),
        inversions=count_inversions(rows),
        ties=ties(rows),
        between=len(again) * len(kept),
        between_inversions=across,
        inverted=tuple(islice(_inverted(rows, again, kept), LISTED)),
        rank_changes=rank_changes(rows),
    )


def _inverted(
    rows: Sequence[Standing], again: Sequence[Standing], kept: Sequence[Standing]
) -> Iterator[tuple[str, str]]:
    """Yield all inverted pairs, first those of a re-scored row and one that was not."""
    ours, theirs = {r.row for r in again}, {r.row for r in kept}

    def mixes(pair: tuple[str, str]) -> bool:
        one, other = pair
        return (one in ours and other in theirs) or (one in theirs and other in ours)

    return chain(between(again, kept), filterfalse(mixes, inversions(rows)))


def _standings(rows: Iterable[RowValue]) -> list[Standing]:
    return [
        Standing(r.row, r.before, r.after)
        for r in rows
        if r.before is not None and r.after is not None
    ]


def _order(row: RowValue) -> tuple[float, float, str]:
    """Sort by the value after, then before, highest first and none last; then name."""
    values = (row.after, row.before)
    after, before = (float("inf") if v is None else -v for v in values)
    return after, before, row.row


def _only(cells: _Cells) -> Side | None:
    if cells.before and cells.after:
        return None
    return "before" if cells.before else "after"
