"""See the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalrata.lint.comparing.rescored import listed
from evalrata.lint.comparing.rows import Rows
from evalrata.lint.counted import share
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
    from evalrata.schemas.diff import Column, RowValue
    from evalrata.schemas.findings import Finding

__all__ = ["RULE"]

_ROUNDING = 1e-9
"""0.4 - 0.3 is more than 0.1 in floating point."""


class LargeDrop(ComparisonRule):
    """A score falls by much where the same runs were scored again.

    ## What it does
    Compares each row's score before and after, in each column, and reports rows that
    fall by more than a limit (0.1 of a share of 1, `--max-drop`).

    ## Why it matters
    Repairs of a grader mostly give points back. A large fall means that the new grader
    is much stricter, or that it read the wrong world; that is to be known before the
    number is published.

    ## Example
    Four telecom results of tau2-bench fell from between 0.72 and 0.99 to between 0.10
    and 0.18 when runs without a user were replayed with one; the change was proposed as
    a correction.

    ## What to do
    Look at a few episodes that flipped, and at `rescore.replay-mismatch`.

    ## What it cannot see
    Falls within the limit, and why a score fell. A row whose score is gone is counted
    as not checked. Runs whose two sides hold other episodes are left out: they were not
    re-scored.
    """

    name = "rescore.large-drop"
    severity = "warning"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each column."""
        rows = Rows(comparison)
        compared = [
            (column, value)
            for column in comparison.diff.columns
            for value in column.values
            if None not in (value.before, value.after)
        ]
        lost = sum(_is_lost(v, rows) for c in comparison.diff.columns for v in c.values)
        if not compared:
            return could_not_check("no row has a score on both sides", lost)
        kept = [(c, v) for c, v in compared if rows.same(v.row) is not False]
        if not kept and lost:
            return could_not_check(_LOST, lost)
        if not kept:
            return not_applicable("the sides hold other episodes: no re-score")
        limit = comparison.limits.drop
        return checked(
            len(kept),
            self._findings(kept, limit, rows),
            unchecked=lost,
            reason=_LOST if lost else None,
        )

    def _findings(
        self, kept: list[tuple[Column, RowValue]], limit: float, rows: Rows
    ) -> Iterator[Finding]:
        for name in dict.fromkeys(column.column for column, _ in kept):
            values = [v for column, v in kept if column.column == name]
            falls = [v for v in values if _fall(v) > limit + _ROUNDING]
            falls.sort(key=lambda v: (-_fall(v), v.row))
            if not falls:
                continue
            said = listed([f"{v.row} {v.before:.3g} to {v.after:.3g}" for v in falls])
            falling = "falls" if len(falls) == 1 else "fall"
            yield self.finding(
                f"{name}: {share(len(falls), len(values), 'row')} {falling} by more "
                f"than {limit:g}: {said}",
                count=len(falls),
                checked=len(values),
                values={
                    "column": name,
                    "limit": limit,
                    "rows": {v.row: [v.before, v.after] for v in falls},
                },
                pointers=rows.places((v.row for v in falls), name),
            )


_LOST = "a score before has none after that can be compared"


def _is_lost(value: RowValue, rows: Rows) -> bool:
    """Say whether a row on both sides has a score before alone."""
    alone = value.before is not None and value.after is None
    return (
        alone and rows.of(value.row) is not None and rows.same(value.row) is not False
    )


def _fall(value: RowValue) -> float:
    return (value.before or 0.0) - (value.after or 0.0)


RULE = LargeDrop
"""See the class."""
