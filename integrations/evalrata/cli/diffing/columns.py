"""Columns: values, ranks, and pairs that changed places."""

from collections.abc import Iterator

from evalrata.cli.diffing.elsewhere import elsewhere
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
    published = diff.episodes is None
    for column in diff.columns:
        title = _title(column, published=published)
        if verbose or _differs(column):
            parts = [*_parts(column, verbose=verbose)]
            yield Section(title, [*parts, *_elsewhere(column, diff, verbose=verbose)])
        else:
            quiet.append(title)
    if quiet:
        yield Section("columns in which no value differs", quiet)


def _differs(column: Column) -> bool:
    return column.only is not None or any(v.before != v.after for v in column.values)


def _title(column: Column, *, published: bool) -> str:
    """Name a column and count its rows.

    ``published``: only the rows' own numbers are compared.  A row of a board declares
    one evaluator for all its columns, those included that nobody graded again: where no
    value moved, that they were is not said.
    """
    if column.only is not None:
        return f"{column.column}: on the side {column.only} alone, not compared"
    dark = f", {len(column.unknown):,} not known" if column.unknown else ""
    what = f"{column.rescored} re-scored"
    if published and column.rescored and not column.moved:
        verb = "declares" if column.rescored == 1 else "declare"
        what = f"{column.rescored} {verb} another evaluator, no value of which differs"
    return f"{column.column}: {count(column.rows, 'row')} on both sides, {what}{dark}"


def _elsewhere(column: Column, diff: Diff, *, verbose: bool) -> Iterator[str]:
    """Say which rows by their own words were graded again in other columns."""
    found = elsewhere(column, diff)
    if found.rows:
        yield (
            f"declare a re-score of {', '.join(found.domains)} and not of this column, "
            f"so that these values may not be re-scored: "
            f"{listed(found.rows, verbose=verbose)}"
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
        differs = "is known to differ" if column.unknown else "differs"
        yield f"no row is known to be re-scored: no evaluator build {differs}"
        return
    yield (
        f"re-scored rows: {column.rescored}, value differs in {column.moved}; "
        f"{_pairs(column.pairs, column.inversions, column.ties)}"
    )
    yield from _inverted(column.inverted, column.inversions, verbose=verbose)
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
    said = set(column.inverted)
    others = tuple(pair for pair in mixed.inverted if pair not in said)
    total = mixed.inversions - column.inversions
    yield from _inverted(others, total, verbose=verbose)


def _pairs(pairs: int, inversions: int, ties: int) -> str:
    return f"{count(pairs, 'pair')}, {inversions:,} inverted, {ties:,} tied"


def _inverted(
    pairs: tuple[tuple[str, str], ...], total: int, *, verbose: bool
) -> Iterator[str]:
    """Name pairs, and count the rest of ``total``, not all of which are listed."""
    shown = pairs if verbose else pairs[:PAIRS]
    for above, below in shown:
        yield f"inverted: {above} was above {below}, now below"
    if more := total - len(shown):
        hint = f" (--verbose prints {'all' if len(pairs) == total else 'more'})"
        yield f"... and {more:,} more inverted pairs{'' if verbose else hint}"


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
