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
from evalrata.schemas.versions import instrument_for

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from evalrata.lint.comparing.comparison import Comparison
    from evalrata.lint.comparing.ranks import Standing
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
    not, and their evaluators are other builds after the re-score too, which the
    comparability table does not hold comparable: the mixture alone makes that order.
    It is a warning between rows that were re-scored, and where it is not known which
    were, or whether their builds differ.

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
        from evalrata.lint.comparing.inverted_groups import (  # noqa: PLC0415 - as above
            first,
            inverted_groups,
        )

        kinds = _Kinds(column, rows, table)
        counts: dict[_Kind, int] = dict.fromkeys(_KINDS, 0)
        named: dict[_Kind, list[Pairs]] = {kind: [] for kind in _KINDS}
        standings = _standings(column, rows)
        for found in inverted_groups(standings, kinds.by, most=_LISTED):
            kind = kinds.of(found.pairs[0])
            counts[kind] += found.count
            named[kind].append(found.pairs)
        for kind, count in counts.items():
            if count:
                pairs = first(named[kind], standings, _LISTED)
                yield self._finding(column, kind, count, pairs, rows)

    def _finding(
        self, column: Column, kind: _Kind, count: int, pairs: Pairs, rows: Rows
    ) -> Finding:
        """Report ``count`` pairs of a kind, the first of which are ``pairs``."""
        names = dict.fromkeys(name for pair in pairs for name in pair)
        shown = [f"{below} above {above}" for above, below in pairs]
        total = kind.of(column)
        return self.finding(
            f"{column.column}: {share(count, total, 'pair')} of {kind.rows} "
            f"changed their order: now {listed(shown, 'pair', of=count)}",
            severity=kind.severity,
            count=count,
            checked=total,
            values={
                "column": column.column,
                "inverted": [list(pair) for pair in pairs],
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
_STRANGE = _Kind(
    "error",
    "a row that was re-scored and one that was not, by builds that are not known to be "
    "comparable,",
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


_KINDS = (_ACROSS, _STRANGE, _ALIKE, _WITHIN, _UNSURE, _SILENT)


class _Kinds:
    """Tells of which kind a pair of rows is."""

    def __init__(self, column: Column, rows: Rows, table: Comparability | None) -> None:
        """Look at the rows of a column."""
        self._again = {v.row: v.rescored for v in column.values}
        self._column, self._rows, self._table = column.column, rows, table
        self._found: dict[tuple[_Graded, _Graded], _Kind] = {}
        self._graded: dict[str, _Graded] = {}

    def of(self, pair: tuple[str, str]) -> _Kind:
        """Return the kind; rows of the same graders are looked at once."""
        key = self.by(pair[0]), self.by(pair[1])
        kind = self._found.get(key)
        if kind is None:
            kind = self._found[key] = self._kind(pair)
        return kind

    def by(self, name: str) -> _Graded:
        """Return what the kind of a row's pairs depends on."""
        found = self._graded.get(name)
        if found is None:
            row = self._rows.of(name)
            by = [] if row is None else _evaluators(row, self._column)
            found = self._graded[name] = self._again[name], tuple(by)
        return found

    def _kind(self, pair: tuple[str, str]) -> _Kind:
        again = [self._again[name] for name in pair]
        if None in again:
            return _UNSURE
        if again[0] == again[1]:
            return _WITHIN if again[0] else _SILENT
        rows = [row for name in pair if (row := self._rows.of(name)) is not None]
        return _mixture(rows, self._column, self._table)


_Graded = tuple["bool | None", "tuple[object, ...]"]


def _evaluators(row: Row, column: str) -> Iterator[object]:
    for domain in domains_of(row.run, column):
        used = instrument_for(row.run, "evaluator", domain)
        yield domain, used and (used.name, used.version, used.commit, used.digest)


def _mixture(rows: list[Row], column: str, table: Comparability | None) -> _Kind:
    """Return the kind of a re-scored row and one that was not."""
    from evalrata.lint.comparing.pins import (  # noqa: PLC0415 - as above
        comparable,
        evaluator_changed,
    )

    domains = {domains_of(row.run, column) for row in rows}
    if len(rows) != 2 or len(domains) != 1:  # noqa: PLR2004 - a pair
        return _UNSURE
    one, other = (row.run for row in rows)
    (named,) = domains
    alike = [comparable(one, other, domain, table) for domain in named]
    if False in alike:
        return _ACROSS
    if None not in alike:
        return _ALIKE
    return _STRANGE if evaluator_changed(one, other, named) else _UNSURE


def _standings(column: Column, rows: Rows) -> list[Standing]:
    """Return the rows with a value on both sides that may be re-scored."""
    from evalrata.lint.comparing.ranks import Standing  # noqa: PLC0415 - as above

    return [
        Standing(v.row, v.before, v.after)
        for v in column.values
        if v.before is not None
        and v.after is not None
        and rows.same(v.row) is not False
    ]


RULE = RankInverted
"""See the class."""
