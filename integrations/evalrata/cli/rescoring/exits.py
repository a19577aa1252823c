"""Exit codes: what a re-score means for the caller.

====  ==============================================================
0     scored again and reported, and nothing found at or above ``--fail-on``
1     refused, or findings of the diff at or above it
2     something could not be read, or an internal fault; 2 beats 1
3     nothing to score again
====  ==============================================================
"""

from collections.abc import Iterator

from evalrata.cli.exits import FailOn, Outcome
from evalrata.cli.render.figures import count
from evalrata.integrations.rescoring.reporting import Written
from evalrata.schemas.report import Report

__all__ = ["NOTHING", "outcome"]

REPORTED, FOUND, UNREAD, NOTHING = 0, 1, 2, 3


def outcome(written: Written, *, fail_on: FailOn = "error") -> Outcome:
    """Return the exit code, and why it is not 0."""
    found = tuple(_found(written, fail_on))
    faults = written.report.faults if written.diff is None else written.diff.faults
    if faults:
        said = f"{count(len(faults), 'place')} could not be read"
        return Outcome(UNREAD, (said, *found))
    return Outcome(FOUND, found) if found else Outcome(REPORTED)


def _found(written: Written, fail_on: FailOn) -> Iterator[str]:
    if written.report.refused:
        yield "refused: not to be reported"
    if fail_on == "never" or written.diff is None:
        return
    number = len(Report(findings=written.diff.findings).at_least(fail_on))
    if number:
        yield f"{count(number, 'finding')} of the diff at or above {fail_on}"
