"""The last line: what was found, what was not looked at, and the exit code."""

from collections.abc import Iterator, Sequence

from evalrata.cli.exits import Outcome
from evalrata.cli.render import figures
from evalrata.schemas.findings import SEVERITIES, Coverage, Finding
from evalrata.schemas.report import Report

__all__ = ["verdict"]

WORDS = {
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "info": ("note", "notes"),
}


def verdict(report: Report, outcome: Outcome) -> str:
    """Say in one line what the exit code stands for; never more than was checked."""
    why = f" ({'; '.join(outcome.reasons)})" if outcome.reasons else ""
    said = [
        f"{_found(report.findings)} in {_read(report)}",
        *_not_looked_at(report.coverage),
    ]
    return f"{'; '.join(said)}; exit {outcome.code}{why}"


def _read(report: Report) -> str:
    read = sum(1 for i in report.inputs if i.format is not None)
    runs = figures.count(len(report.runs), "run")
    return f"{runs} of {figures.count(read, 'file')}"


def _found(findings: Sequence[Finding]) -> str:
    open_ = [f.severity for f in findings if f.suppressed is None]
    counts = [
        figures.count(open_.count(s), *WORDS[s])
        for s in reversed(SEVERITIES)
        if s in open_
    ]
    suppressed = len(findings) - len(open_)
    if suppressed:
        counts.append(f"{suppressed} suppressed")
    return ", ".join(counts) or "no finding"


def _not_looked_at(coverage: Sequence[Coverage]) -> Iterator[str]:
    """Count the rules, by the best that each of them could do anywhere."""
    rules = {c.rule for c in coverage}
    checked = {c.rule for c in coverage if c.status == "checked" and c.checked}
    gaps = {c.rule for c in coverage if c.status == "could-not-check" or c.unchecked}
    yield f"{len(checked)} of {figures.count(len(rules), 'rule')} checked something"
    if blind := gaps - checked:
        yield f"{len(blind)} could check nothing"
    if partly := gaps & checked:
        yield f"{len(partly)} checked only in part"
