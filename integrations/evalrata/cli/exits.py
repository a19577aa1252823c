"""Exit codes: what a report means for the caller.

====  ==============================================================
0     checked, and nothing found at or above ``--fail-on``; with ``--known-only``
      also if nothing was in a known format
1     findings at or above it, or a required rule could not check everything
2     something could not be read, or an internal fault; 2 beats 1
3     nothing was read, or no rule could check anything
====  ==============================================================
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from evalrata.cli.render import figures
from evalrata.cli.require import unmet
from evalrata.lint.rule import Rule
from evalrata.schemas.findings import Coverage
from evalrata.schemas.report import Report

__all__ = ["NOTHING_READ", "FailOn", "Outcome", "outcome"]

FailOn = Literal["error", "warning", "info", "never"]

CHECKED, FOUND, UNREAD, NOTHING = 0, 1, 2, 3

NOTHING_READ = "nothing was read"
KNOWN_ONLY = "--known-only: nothing to lint is no failure"


class Outcome(Struct, frozen=True):
    """An exit code, and why it is not 0."""

    code: int
    reasons: tuple[str, ...] = ()


def outcome(
    report: Report,
    *,
    fail_on: FailOn = "error",
    require: Sequence[str] = (),
    rules: Sequence[Rule] = (),
    known_only: bool = False,
) -> Outcome:
    """Return the exit code of a report; ``rules`` are needed with ``require``.

    ``known_only``: that nothing is in a known format is no failure.
    """
    found = tuple(_found(report, fail_on))
    missing = unmet(report.coverage, require, rules)
    if known_only and not report.runs and not report.faults:
        return Outcome(CHECKED, (KNOWN_ONLY,))
    if _nothing_read(report):
        return Outcome(NOTHING, (NOTHING_READ,))
    if report.faults:
        return Outcome(UNREAD, (_unread(report), *found, *missing))
    if not _anything_checked(report.coverage):
        return Outcome(NOTHING, ("no rule could check anything", *missing))
    if found or missing:
        return Outcome(FOUND, (*found, *missing))
    return Outcome(CHECKED)


def _found(report: Report, fail_on: FailOn) -> Iterator[str]:
    if fail_on == "never":
        return
    count = len(report.at_least(fail_on))
    if count:
        yield f"{figures.count(count, 'finding')} at or above {fail_on}"


def _nothing_read(report: Report) -> bool:
    """Nothing was read though nothing failed: there was nothing of a known format."""
    return not report.runs and all(f.kind == "nothing-read" for f in report.faults)


def _unread(report: Report) -> str:
    internal = sum(1 for f in report.faults if f.kind == "internal")
    places = len(report.faults) - internal
    parts = [f"{figures.count(places, 'place')} could not be read"] if places else []
    if internal:
        parts.append(figures.count(internal, "internal fault"))
    return ", ".join(parts)


def _anything_checked(coverage: Sequence[Coverage]) -> bool:
    return any(c.status == "checked" and c.checked > 0 for c in coverage)
