"""See the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.lint.comparing.rescored import (
    listed,
    placed,
    refs,
    stored_differs,
)
from evalrata.lint.comparing.rows import Row, Rows
from evalrata.lint.counted import number, share
from evalrata.lint.evidence import why
from evalrata.lint.rule import (
    ComparisonRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from collections.abc import Iterator

    from evalrata.lint.comparing.comparison import Comparison
    from evalrata.schemas.diff import RowValue
    from evalrata.schemas.findings import Finding

__all__ = ["RULE"]


class Undeclared(ComparisonRule):
    """Results changed, and nothing says that the runs were scored again.

    ## What it does
    Reports recorded episodes whose stored result differs, and board rows whose value
    differs, is gone, or is there where none was, where the after side names the same
    evaluator build as before or none, is no re-score by its own statement, and quotes
    no declaration of one.

    ## Why it matters
    A number that changes in silence cannot be cited, and what was computed from the old
    one cannot be corrected. It may also be a slip of an editor.

    ## Example
    A file that tau2-bench re-scores keeps the commit of the run that made it; which
    build gave the new rewards is nowhere in it.

    ## What to do
    State the evaluator build and the date of the re-score beside the numbers; `evalrata
    rescore` writes both.

    ## What it cannot see
    Declarations that no reader finds, and whether a build that is named on one side
    only is the other one. Two runs of the same tasks are not compared, nor are rows
    that are withdrawn, incomplete or on one side alone, which the notes name, and
    columns that are new.
    """

    name = "rescore.undeclared"
    severity = "warning"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each run, and at each column."""
        rows = Rows(comparison)
        looked, reasons = 0, []
        findings: list[Finding] = []
        for row in rows.all:
            if not row.pair.matched:
                continue
            same = row.pair.same
            if same is None:
                reasons += [_UNKNOWN] * len(row.pair.matched)
            elif same:
                looked += len(row.pair.matched)
                findings += self._episodes(row)
        board = list(_values(comparison, rows))
        findings += self._rows(board, rows)
        if looked or board:
            return checked(
                looked + len(board),
                findings,
                unchecked=len(reasons),
                reason=why(reasons),
            )
        if reasons:
            return could_not_check(why(reasons) or "", len(reasons))
        return not_applicable("no run is on both sides with the same episodes")

    def _episodes(self, row: Row) -> Iterator[Finding]:
        changed = stored_differs(row.pair)
        if changed and not _is_declared(row):
            yield placed(
                self.finding(
                    f"{row.run.id}: "
                    f"{share(len(changed), len(row.pair.matched), 'stored result')} "
                    f"changed, and {_build(row)}; no re-score is declared",
                    episodes=refs(changed),
                    checked=len(row.pair.matched),
                ),
                row.run,
            )

    def _rows(self, board: list[tuple[str, RowValue]], rows: Rows) -> Iterator[Finding]:
        for name in dict.fromkeys(column for column, _ in board):
            values = [v for column, v in board if column == name]
            silent = [v for v in values if _is_silent(v, rows)]
            if not silent:
                continue
            said = listed(
                [f"{v.row} {_number(v.before)} to {_number(v.after)}" for v in silent]
            )
            they = "it names" if len(silent) == 1 else "they name"
            yield self.finding(
                f"{name}: the value of {number(len(silent), 'row')} changed, and "
                f"{they} neither another evaluator build nor a re-score: {said}",
                count=len(silent),
                checked=len(values),
                values={
                    "column": name,
                    "rows": {v.row: [v.before, v.after] for v in silent},
                },
                pointers=rows.places((v.row for v in silent), name),
            )


_UNKNOWN = "nothing shows whether both sides hold the same episodes"


def _values(comparison: Comparison, rows: Rows) -> Iterator[tuple[str, RowValue]]:
    """Yield column and value of rows without episodes that are on both sides.

    A row that is on another board after is in two columns, which are put together.
    """
    moved: dict[tuple[str, str], tuple[str, RowValue]] = {}
    for column in comparison.diff.columns:
        for value in column.values:
            row = rows.of(value.row)
            if row is None or value.before is value.after is None:
                continue
            if not _is_published(row, comparison):
                continue
            if not _has_moved(row):
                if column.only != "after":
                    yield column.column, value
                continue
            key = value.row, column.column.rpartition(": ")[2]
            name, other = moved.get(key, (column.column, value))
            if value.after is not None:
                name = column.column
            before = value.before if other.before is None else other.before
            after = value.after if other.after is None else other.after
            moved[key] = name, structs.replace(value, before=before, after=after)
    yield from moved.values()


def _is_published(row: Row, comparison: Comparison) -> bool:
    """Say whether a row has nothing but its scores, none of which is withheld."""
    from evalrata.lint.comparing.values import unscored  # noqa: PLC0415 - as above

    filtered = comparison.diff.filter is not None
    sides = row.pair.before, row.pair.after
    return not any(k.outcomes or unscored(k, filtered=filtered) for k in sides)


def _has_moved(row: Row) -> bool:
    boards = row.pair.before.entry.run.board, row.run.board
    return None not in boards and boards[0] != boards[1]


def _number(value: float | None) -> str:
    return "no number" if value is None else f"{value:.4g}"


def _is_silent(value: RowValue, rows: Rows) -> bool:
    row = rows.of(value.row)
    if row is None or value.before == value.after or value.rescored:
        return False
    return not _is_declared(row)


def _is_declared(row: Row) -> bool:
    return (
        row.diff.evaluator_changed is True
        or row.run.rescoring is not None
        or bool(row.diff.declared)
    )


def _build(row: Row) -> str:
    if row.diff.evaluator_changed is False:
        return "both sides name the same evaluator build"
    return "no side names another evaluator build"


RULE = Undeclared
"""See the class."""
