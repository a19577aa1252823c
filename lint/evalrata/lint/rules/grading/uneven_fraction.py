"""See the class."""

from fractions import Fraction
from typing import Any

from evalrata.lint.counted import number
from evalrata.lint.rule import BoardRule, Verdict, checked, could_not_check
from evalrata.lint.view import BoardView
from evalrata.schemas.report import RunRow

__all__ = ["RULE"]


class UnevenFraction(BoardRule):
    """Rows of one board were graded at different rates.

    ## What it does
    Compares the graded fraction, graded / (graded + ungraded), of the rows of a
    board, and prints it for each. Episodes of which nobody knows whether they were
    graded are printed apart and are in neither number; a row without any known one
    is counted as unchecked. The confidence is `inferred` where a grade is (see
    `grading.ungraded-as-failure`), or where no published table compares the rows.

    ## Why it matters
    An ungraded episode is usually stored as a failure. A row graded at 0.8 cannot
    score above that, however good its agent is, and the ranking measures the grader.

    ## Example
    Measured on the real tau-bench airline environment (commit 59a200c): two agents
    make the same 154 gold calls. One ends its episodes properly and is graded 50
    times of 50, the other sends one more message and is never graded: 1.0 and 0.0.

    ## What to do
    Compare the rows under one reporting rule, with bounds (`low` and `high` in the
    report), or grade the ungraded episodes.

    ## What it cannot see
    Rows that publish a score without episodes.
    """

    name = "grading.uneven-fraction"
    severity = "error"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Look at the rows whose graded fraction is known."""
        rows = [entry.row for entry in board.entries]
        known = [(f, row) for row in rows if (f := _fraction(row)) is not None]
        dark = len(rows) - len(known)
        reason = _reason(rows, dark)
        if len(known) < 2:  # noqa: PLR2004 - one row has nothing to differ from
            return could_not_check(reason or "", dark)
        low, high = min(f for f, _ in known), max(f for f, _ in known)
        if low == high:
            return checked(len(known), unchecked=dark, reason=reason)
        inferred = any(e.grades_inferred for e in board.entries)
        finding = self.finding(
            f"{len(known)} rows are graded at different rates, from {_share(low)} "
            f"({_names(known, low)}) to {_share(high)} ({_names(known, high)})",
            count=len(known),
            checked=len(known),
            confidence="inferred" if inferred else "exact",
            values={"rows": [_line(row) for row in rows]},
        )
        return checked(len(known), [finding], unchecked=dark, reason=reason)


def _fraction(row: RunRow) -> Fraction | None:
    graded, ungraded = row.graded or 0, row.ungraded or 0
    return Fraction(graded, graded + ungraded) if graded + ungraded else None


def _line(row: RunRow) -> dict[str, Any]:
    fraction = _fraction(row)
    return {
        "run": row.id,
        "graded": row.graded,
        "ungraded": row.ungraded,
        "unknown": row.unknown,
        "fraction": None if fraction is None else float(fraction),
    }


def _names(known: list[tuple[Fraction, RunRow]], value: Fraction) -> str:
    names = [row.id for fraction, row in known if fraction == value]
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _share(value: Fraction) -> str:
    return f"{float(value):.4g}"


def _reason(rows: list[RunRow], dark: int) -> str | None:
    """Say what is not known: whole rows, and episodes of the others."""
    parts = []
    if dark:
        parts.append(
            f"of {number(dark, 'row')} no episode is known to be graded or ungraded"
        )
    unknown = sum(row.unknown or 0 for row in rows if _fraction(row) is not None)
    if unknown:
        parts.append(
            f"of {number(unknown, 'episode')} in the other rows it is not known "
            f"whether {'it was' if unknown == 1 else 'they were'} graded"
        )
    return "; ".join(parts) or None


RULE = UnevenFraction
