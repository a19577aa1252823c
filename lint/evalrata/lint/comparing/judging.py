"""Lets the rules about re-scores look at a comparison."""

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec import structs

from evalrata.lint.asking import ask, coverage_order, covered, finding_order
from evalrata.lint.comparing.comparison import Comparison
from evalrata.lint.redaction import Redaction
from evalrata.lint.rule import ComparisonRule, Rule
from evalrata.schemas.diff import Diff
from evalrata.schemas.findings import Coverage, Fault, Finding
from evalrata.schemas.records import Where

__all__ = ["REFUSING", "judged", "refusals"]

REFUSING = ("rescore.replay-mismatch", "rescore.mode-mismatch")
"""Rules of which an error means that the re-score did not measure the runs."""


def judged(comparison: Comparison, rules: Sequence[Rule]) -> Diff:
    """Return the comparison's diff with what the rules find in it.

    Asks every ``ComparisonRule`` of ``rules`` and leaves the others out.  Credentials
    are taken out of the result, as of a lint's report.
    """
    diff = comparison.diff
    findings: list[Finding] = []
    coverage: list[Coverage] = []
    faults: list[Fault] = []
    for rule in rules:
        if isinstance(rule, ComparisonRule):
            verdict, failed = ask(rule, partial(rule.check, comparison))
            coverage.append(covered(rule, verdict))
            findings += verdict.findings
            if failed is not None:
                where = Where(diff.after)
                faults.append(Fault(kind="internal", where=where, message=failed))
    diff = structs.replace(
        diff,
        refused=refusals(findings),
        findings=tuple(sorted(findings, key=finding_order)),
        coverage=tuple(sorted(coverage, key=coverage_order)),
        faults=(*diff.faults, *faults),
    )
    return Redaction()(diff)


def refusals(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return why the numbers are not to be reported: a sentence per finding.

    A finding that the configuration accepts (``Finding.suppressed``) refuses nothing.
    """
    return tuple(
        finding.message
        for finding in sorted(findings, key=finding_order)
        if finding.rule in REFUSING
        and finding.severity == "error"
        and finding.suppressed is None
    )
