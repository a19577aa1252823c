"""Columns: values, ranks, and pairs that changed places."""

from collections.abc import Iterator

from evalrata.cli.diffing.numbers import listed
from evalrata.cli.diffing.section import Section, Table
from evalrata.cli.diffing.standing import standing
from evalrata.cli.render.figures import count
from evalrata.schemas.diff import Column, Diff, RankChange, RowValue

__all__ = ["columns"]

MOST = 60
"""Rows of a column that are all printed; of more, those that differ."""

PAIRS = 10
"""Inverted pairs that are named, unless all are asked for."""


def columns(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """Yield a section for each column of the diff, and one for rows without a partner.

    Columns of which no value differs are one section.
    """
    quiet = []
    for column in diff.columns:
        if verbose or _differs(column):
            yield Section(_title(column), [*_parts(column, verbose=verbose)])
        else:
            quiet.append(column)
    if quiet:
        yield Section("columns in which no value differs", [_title(c) for c in quiet])


def _differs(column: Column) -> bool:
    return column.only is not None or any(v.before != v.after for v in column.values)


def _title(column: Column) -> str:
    if column.only is not None:
        return f"{column.column}: on the side {column.only} alone, not compared"
    return (
        f"{column.column}: {count(column.rows, 'row')} on both sides, "
        f"{column.rescored} re-scored"
    )


def _parts(column: Column, *, verbose: bool) -> Iterator[str | Table]:
    rows = _shown(column, verbose=verbose)
    if rows:
        yield standing(column, rows)
    if len(rows) < len(column.values):
        left = len(column.values) - len(rows)
        yield f"{count(left, 'row')} without a change left out (--verbose prints all)"
    if column.only is not None:
        return
    yield from _rescored(column, verbose=verbose)
    yield from _others(column, verbose=verbose)
    yield from _all(column, verbose=verbose)


def _shown(column: Column, *, verbose: bool) -> list[RowValue]:
    if verbose or len(column.values) <= MOST:
        return list(column.values)
    return [v for v in column.values if v.rescored or v.before != v.after]


def _rescored(column: Column, *, verbose: bool) -> Iterator[str]:
    """Say what moved among the rows that were re-scored."""
    if not column.rescored:
        yield "no row is known to be re-scored: no evaluator build differs"
        return
    yield (
        f"re-scored rows: {column.rescored}, value differs in {column.moved}; "
        f"{_pairs(column.pairs, column.inversions, column.ties)}"
    )
    yield from _inverted(column.inverted, verbose=verbose)
    if column.rank_changes:
        yield f"among re-scored rows: {_moves(column.rank_changes)}"


def _others(column: Column, *, verbose: bool) -> Iterator[str]:
    if column.not_rescored:
        names = listed(column.not_rescored, verbose=verbose)
        yield f"not re-scored, the same evaluator declared: {names}"
    if column.unknown:
        names = listed(column.unknown, verbose=verbose)
        yield f"not known whether re-scored, a side names no evaluator build: {names}"


def _all(column: Column, *, verbose: bool) -> Iterator[str]:
    """Say what moved among all rows, and what their mixture alone creates."""
    mixed = column.mixed
    if mixed.pairs == column.pairs:
        return
    yield f"all rows together: {_pairs(mixed.pairs, mixed.inversions, mixed.ties)}"
    if mixed.between:
        yield (
            "re-scored rows beside rows that were not: "
            f"{mixed.between_inversions} of {count(mixed.between, 'pair')} inverted, "
            "by the mixture alone"
        )
    yield from _inverted(
        tuple(p for p in mixed.inverted if p not in column.inverted), verbose=verbose
    )


def _pairs(pairs: int, inversions: int, ties: int) -> str:
    return f"{count(pairs, 'pair')}, {inversions:,} inverted, {ties:,} tied"


def _inverted(pairs: tuple[tuple[str, str], ...], *, verbose: bool) -> Iterator[str]:
    shown = pairs if verbose else pairs[:PAIRS]
    for above, below in shown:
        yield f"inverted: {above} was above {below}, now below"
    if more := len(pairs) - len(shown):
        yield f"... and {more:,} more inverted pairs (--verbose prints all)"


def _moves(changes: tuple[RankChange, ...]) -> str:
    moved = [c for c in changes if c.before.rank != c.after.rank]
    if not moved:
        return "no rank differs"
    return "rank " + ", ".join(
        f"{c.row} {_place(c.before.rank, c.before.tied)} -> "
        f"{_place(c.after.rank, c.after.tied)}"
        for c in moved
    )


def _place(rank: int, tied: int) -> str:
    return f"{rank}=" if tied else str(rank)
