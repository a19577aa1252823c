"""See the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.comparing.rescored import listed, placed, refs
from evalrata.lint.comparing.rows import Row, Rows
from evalrata.lint.counted import number
from evalrata.lint.directions import Direction, direction_of
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
    from evalrata.schemas.findings import Confidence, Finding, Severity

__all__ = ["RULE"]


class OneSided(ComparisonRule):
    """Results moved in a direction in which the re-score was said to move none.

    ## What it does
    Looks at runs of which it is declared that results moved in one direction only: by
    the caller (`--only up`), by the archive, or by a sentence beside the row, which is
    then quoted (`inferred`, and a warning). Reports each episode whose result moved the
    other way, and each score of a row without episodes.

    ## Why it matters
    "Only up" is how a repair that takes back a penalty is told from one that grades
    otherwise. One episode that went down contradicts the description, not the agent.

    ## Example
    The notes of tau2-bench 1.0.1 say that re-grading "moves scores only upward (no
    previously-passing simulation fails)". A replay in the wrong mode, at the same
    release, makes 16 of 20 that had passed fail.

    ## What to do
    Look at the episodes, then correct the description or the grader.

    ## What it cannot see
    Declarations in other words, and episodes that left the denominator: they have no
    result to compare. A score that rose may hide episodes that went down, where the
    rows have no episodes. Two runs of the same tasks are not compared.
    """

    name = "rescore.one-sided"
    severity = "error"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each run with a declared direction."""
        rows = Rows(comparison)
        said = [(row, _declared(row, comparison.limits.only)) for row in rows.all]
        declared = [(row, d) for row, d in said if d is not None]
        if not declared:
            return not_applicable("nothing says that results moved in one direction")
        declared = [(row, d) for row, d in declared if row.same is not False]
        if not declared:
            return not_applicable("the sides hold other episodes: no re-score")
        looked, dark = 0, []
        findings: list[Finding] = []
        for row, direction in declared:
            looked += len(row.pair.matched)
            findings += self._episodes(row, direction)
            if not row.pair.matched:
                columns = list(_columns(comparison, row))
                looked += len(columns)
                dark += [] if columns else ["the row has no score on both sides"]
                findings += self._scores(row, direction, columns)
        if not looked:
            return could_not_check(why(dark) or "", len(dark))
        return checked(looked, findings, unchecked=len(dark), reason=why(dark))

    def _episodes(self, row: Row, said: _Declared) -> Iterator[Finding]:
        """Report a run's episodes that moved the other way."""
        against = [
            (before, after)
            for before, after in row.pair.moved
            if before.counted
            and after.counted
            and _is_against(before.value, after.value, said.only)
        ]
        if against:
            yield placed(
                self.finding(
                    f"{row.run.id}: {number(len(against), 'result')} moved "
                    f"{_other(said.only)}, and {said.source}",
                    severity=said.severity,
                    confidence=said.confidence,
                    episodes=refs(against),
                    checked=len(row.pair.matched),
                    values={"only": said.only},
                    pointers=said.pointers,
                ),
                row.run,
            )

    def _scores(
        self, row: Row, said: _Declared, columns: list[tuple[str, float, float]]
    ) -> Iterator[Finding]:
        """Report the scores of a row without episodes that moved the other way."""
        against = [c for c in columns if _is_against(c[1], c[2], said.only)]
        if against:
            shown = [
                f"{name} {before:.3g} to {after:.3g}" for name, before, after in against
            ]
            yield placed(
                self.finding(
                    f"{row.run.id}: {number(len(against), 'score')} moved "
                    f"{_other(said.only)} ({listed(shown, 'score')}), and "
                    f"{said.source}",
                    severity=said.severity,
                    confidence=said.confidence,
                    count=len(against),
                    checked=len(columns),
                    values={
                        "only": said.only,
                        "scores": {name: [b, a] for name, b, a in against},
                    },
                    pointers=said.pointers,
                ),
                row.run,
            )


class _Declared(Struct, frozen=True, kw_only=True):
    """The one direction, and who says so."""

    only: Direction
    source: str
    confidence: Confidence = "exact"
    pointers: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        """A warning where a sentence was read: it may mean something else."""
        return "warning" if self.confidence == "inferred" else "error"


def _declared(row: Row, given: Direction | None) -> _Declared | None:
    """Return what is declared of a row: by the caller, its file, or a sentence."""
    if given is not None:
        return _Declared(
            only=given, source=f"the caller says that they moved only {given}"
        )
    made = row.run.rescoring
    if made is not None and made.only is not None:
        source = f"the archive says that they moved only {made.only}"
        places = () if made.pointer is None else (made.pointer,)
        return _Declared(only=made.only, source=source, pointers=places)
    for declaration in row.run.declarations:
        if declaration.kind != "rescore":
            continue
        found = direction_of(declaration.text)
        if found is not None:
            return _Declared(
                only=found,
                source=f'the row says: "{declaration.text}"',
                confidence="inferred",
                pointers=(declaration.pointer,),
            )
    return None


def _columns(comparison: Comparison, row: Row) -> Iterator[tuple[str, float, float]]:
    for column in comparison.diff.columns:
        for value in column.values:
            both = value.before is not None and value.after is not None
            if both and value.row == row.diff.after:
                yield column.column, value.before or 0.0, value.after or 0.0


def _is_against(before: float | None, after: float | None, only: Direction) -> bool:
    if before is None or after is None:
        return False
    return after < before if only == "up" else after > before


def _other(only: Direction) -> str:
    return "down" if only == "up" else "up"


RULE = OneSided
"""See the class."""
