"""See the class."""

from collections.abc import Iterator

from evalrata.lint.evidence import why
from evalrata.lint.graders import Graders
from evalrata.lint.places import rows
from evalrata.lint.rule import (
    BoardRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import BoardView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Run

__all__ = ["RULE"]


class MixedEvaluators(BoardRule):
    """Rows of one board were graded by evaluators that are not comparable.

    ## What it does
    Per domain, puts rows into groups that may be ranked with one another.  Two
    releases are comparable for a domain if no release between them changed how it is
    graded (a table that comes with evalrata); development builds and bare commits
    are comparable only to themselves, different evaluators never.  It is an error
    where known builds fall into several groups, and a warning where some rows name
    their build and others do not.

    ## Why it matters
    A repair of the grader moves scores without any change of an agent.  Across such
    a repair a ranking compares graders.

    ## Example
    tau2-bench 1.0.1 changed `banking_knowledge`, and re-grading moved scores by up
    to nine points.  Its standard leaderboard has 27 rows of 1.0.1 there and one of
    0.2.1-dev; in `retail`, one row names no version.

    ## What to do
    Grade the recorded episodes again with one build, or publish the groups apart.
    The report's board lists them.

    ## What it cannot see
    Changes that the table does not list, and whether the version that a row names
    is the one that graded it.  That two builds are not comparable is certain only
    where both are listed releases; otherwise the confidence is `inferred`.
    """

    name = "version.mixed-evaluators"
    severity = "error"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Compare rows domain by domain."""
        domains = [Graders.of(board, name) for name in board.domains()]
        if not domains:
            return not_applicable("no two rows share a domain")
        known = {e.run.id for d in domains for es in d.groups for e in es}
        silent = {e.run.id: e.run for d in domains for e in d.unknown}
        unchecked = [run for id_, run in silent.items() if id_ not in known]
        reason = why(_reason(run) for run in unchecked)
        findings = [f for d in domains for f in self._finding(d)]
        if not known and not findings:
            return could_not_check(reason or "not recorded", len(unchecked))
        return checked(len(known), findings, unchecked=len(unchecked), reason=reason)

    def _finding(self, domain: Graders) -> Iterator[Finding]:
        apart = len(domain.groups) > 1 or domain.names_differ()
        if not apart and not (domain.groups and domain.unknown):
            return
        total = sum(map(len, domain.groups)) + len(domain.unknown)
        largest = max(map(len, domain.groups), default=1)
        where = f"{domain.name}: " if domain.name else ""
        yield self.finding(
            f"{where}{rows(total)} are not all comparable: {domain.spelled()}",
            severity="error" if apart else "warning",
            confidence="exact" if domain.listed() else "inferred",
            count=total - largest,
            checked=total,
            values={"domain": domain.name, "groups": list(domain.values())},
            pointers=domain.pointers(),
        )


def _reason(run: Run) -> str:
    return run.lacks.get("evaluator") or "no evaluator build is named"


RULE = MixedEvaluators
