"""See the class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.comparing.rescored import listed
from evalrata.lint.comparing.rows import Row, Rows, domains_of
from evalrata.lint.counted import share
from evalrata.lint.rule import (
    ComparisonRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.schemas.versions import build_key, instrument_for

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from evalrata.lint.comparing.comparison import Comparison
    from evalrata.schemas.comparability import Comparability
    from evalrata.schemas.diff import Column
    from evalrata.schemas.findings import Finding, Severity

__all__ = ["RULE"]

Pairs = Sequence[tuple[str, str]]

_LISTED = 50
"""Inverted pairs that a finding's values name."""


class RankInverted(ComparisonRule):
    """A re-score turned the order of rows around.

    ## What it does
    In each column, looks at pairs of rows of which one is above the other before and
    below it after. It is an error where a row that was re-scored passes one that was
    not, and their evaluators are not comparable after the re-score either: the mixture
    alone makes that order. It is a warning between rows that were re-scored, and where
    it is not known which were, or whether the evaluators are comparable.

    ## Why it matters
    Statements about which agent is better rest on the order. Between re-scored rows,
    the order depends on the grader, and what was published under the old one is
    superseded. Between a re-scored row and another, two graders are compared.

    ## Example
    Made up: 0.40 and 0.36 were graded by one build; the second row is graded again by a
    later build that gives more, and has 0.43. It is now above a row that the later
    build never graded.

    ## What to do
    Re-score all rows with one build, or publish the groups apart; say which published
    orders no longer hold.

    ## What it cannot see
    Rows without a value on both sides, and whether a change of order is larger than
    what running the agents once more would make. Ties are not inversions.
    """

    name = "rescore.rank-inverted"
    severity = "error"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each column."""
        rows = Rows(comparison)
        if rows.all and all(row.same is False for row in rows.all):
            return not_applicable("the sides hold other episodes: no re-score")
        several = [c for c in comparison.diff.columns if len(c.values) > 1]
        if not several:
            return not_applicable("no two rows share a column")
        paired = [c for c in several if c.mixed.pairs]
        if not paired:
            return could_not_check("no two rows have a score on both sides")
        return checked(
            sum(c.mixed.pairs for c in paired),
            [f for c in paired for f in self._findings(c, rows, comparison.table)],
        )

    def _findings(
        self, column: Column, rows: Rows, table: Comparability | None
    ) -> Iterator[Finding]:
        again = {v.row for v in column.values if v.rescored}
        kept = set(column.not_rescored)
        found: dict[_Kind, list[tuple[str, str]]] = {}
        for pair in column.mixed.inverted:
            if any(rows.same(name) is False for name in pair):
                continue
            kind = _UNSURE
            if again.issuperset(pair) or kept.issuperset(pair):
                kind = _WITHIN if pair[0] in again else _SILENT
            elif again.union(kept).issuperset(pair):
                alike = _comparable(pair, column.column, rows, table)
                kind = {True: _ALIKE, False: _ACROSS, None: _UNSURE}[alike]
            found.setdefault(kind, []).append(pair)
        for kind, pairs in found.items():
            yield self._finding(column, kind, pairs, rows)

    def _finding(
        self, column: Column, kind: _Kind, pairs: Pairs, rows: Rows
    ) -> Finding:
        names = dict.fromkeys(name for pair in pairs for name in pair)
        shown = listed([f"{below} above {above}" for above, below in pairs], "pair")
        total = kind.of(column)
        return self.finding(
            f"{column.column}: {share(len(pairs), total, 'pair')} of {kind.rows} "
            f"changed their order: now {shown}",
            severity=kind.severity,
            count=len(pairs),
            checked=total,
            values={
                "column": column.column,
                "inverted": [list(pair) for pair in pairs[:_LISTED]],
            },
            pointers=rows.places(names, column.column),
        )


class _Kind(Struct, frozen=True):
    """Which rows a pair is of."""

    severity: Severity
    rows: str
    of: Callable[[Column], int]
    """Counts a column's pairs of the kind, or the fewest that it is among."""


_ACROSS = _Kind(
    "error",
    "a row that was re-scored and one that was not, by builds that are not comparable,",
    lambda column: column.mixed.between,
)
_ALIKE = _Kind(
    "warning",
    "a row that was re-scored and one that a comparable build had graded before",
    lambda column: column.mixed.between,
)
_WITHIN = _Kind("warning", "re-scored rows", lambda column: column.pairs)
_SILENT = _Kind(
    "warning",
    "rows whose declared evaluator is the same",
    lambda column: comb(len(column.not_rescored), 2),
)
_UNSURE = _Kind(
    "warning",
    "rows of which it is not known whether comparable builds graded them",
    lambda column: column.mixed.pairs,
)


def _comparable(
    pair: tuple[str, str], column: str, rows: Rows, table: Comparability | None
) -> bool | None:
    """Say whether both rows' evaluators are comparable after the re-score."""
    keys = [_keys(row, column, table) for name in pair if (row := rows.of(name))]
    if len(keys) != len(pair) or any(None in key for key in keys):
        return None
    return keys[0] == keys[1]


def _keys(
    row: Row, column: str, table: Comparability | None
) -> list[tuple[str, ...] | None]:
    return [
        build_key(instrument_for(row.run, "evaluator", domain), domain, table)
        for domain in domains_of(row.run, column)
    ]


RULE = RankInverted
"""See the class."""
