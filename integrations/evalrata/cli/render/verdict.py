"""The last line: what was found, what was not looked at, and the exit code."""

from collections.abc import Iterator, Sequence

from evalrata.cli.exits import NOTHING_READ, Outcome
from evalrata.cli.render import figures
from evalrata.cli.render.skipped import skipped
from evalrata.cli.render.tally import tally
from evalrata.schemas.findings import SEVERITIES, Coverage, Finding
from evalrata.schemas.report import Report

__all__ = ["asked", "found", "verdict"]

NOT_BROKEN = ("nothing-read", "unknown-format")
"""Kinds of faults of files that may be whole, in another format."""

WORDS = {
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "info": ("note", "notes"),
}


def verdict(report: Report, outcome: Outcome) -> str:
    """Say in one line what the exit code stands for; never more than was checked."""
    reasons = [r for r in outcome.reasons if r != NOTHING_READ]
    why = f" ({'; '.join(reasons)})" if reasons else ""
    return f"{'; '.join(_said(report))}; exit {outcome.code}{why}"


def _said(report: Report) -> Iterator[str]:
    if not report.runs:
        yield f"{NOTHING_READ}{_seen(report)}"
        return
    read = sum(1 for i in report.inputs if i.format is not None)
    place = f"{figures.count(len(report.runs), 'run')} of {figures.count(read, 'file')}"
    yield f"{found(report.findings)} in {place}"
    yield asked(report.coverage)
    if left := skipped(report):
        yield f"{figures.count(len(left), 'file')} seen, not read"


def _seen(report: Report) -> str:
    """Count the files that were seen; empty if there was none."""
    if not report.inputs:
        return ""
    seen = figures.count(len(report.inputs), "file")
    broken = any(f.kind not in NOT_BROKEN for f in report.faults)
    if broken or any(i.format is not None for i in report.inputs):
        return f": {seen} seen, no run found"
    return f": {seen} seen, none in a known format"


def found(findings: Sequence[Finding]) -> str:
    """Count findings by severity, the gravest first, and those that are accepted."""
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


def asked(coverage: Sequence[Coverage]) -> str:
    """Count the rules, by the best that each of them could do anywhere."""
    rules = tally(coverage)
    total = len({c.rule for c in coverage})
    partly = f" ({len(rules.partly):,} in part)" if rules.partly else ""
    parts = [
        f"{len(rules.checked):,} of {figures.count(total, 'rule')} checked{partly}"
    ]
    for names, one, several in (
        (rules.blind, "could check nothing", "could check nothing"),
        (rules.empty, "had no record to look at", "had no record to look at"),
        (rules.idle, "does not apply", "do not apply"),
        (rules.alone, "needs several runs", "need several runs"),
        (rules.once, "needs a second measurement", "need a second measurement"),
    ):
        if names:
            parts.append(f"{len(names):,} {one if len(names) == 1 else several}")
    return ", ".join(parts)
