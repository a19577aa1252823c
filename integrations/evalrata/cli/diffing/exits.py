"""Exit codes: what a diff means for the caller.

====  ==============================================================
0     compared, and nothing found at or above ``--fail-on``; with ``--allow-new``
      also if the side before holds nothing yet
1     findings at or above it, or the numbers are refused
2     something could not be read, or an internal fault; 2 beats 1
3     nothing could be compared
====  ==============================================================
"""

from collections.abc import Iterator

from evalrata.cli.exits import FailOn, Outcome
from evalrata.cli.render import figures
from evalrata.schemas.diff import Diff
from evalrata.schemas.report import Report

__all__ = ["REFUSED", "nothing_compared", "outcome"]

COMPARED, FOUND, UNREAD, NOTHING = 0, 1, 2, 3

REFUSED = "refused: not to be reported"


ALL_NEW = "--allow-new: every row is new, which is no failure"


def outcome(
    diff: Diff, *, fail_on: FailOn = "error", allow_new: bool = False
) -> Outcome:
    """Return the exit code of a diff, and why it is not 0.

    ``allow_new``: that the side before holds nothing yet is no failure.  A file that is
    there and in no known format is something.
    """
    found = tuple(_found(diff, fail_on))
    nothing = nothing_compared(diff)
    if any(f.kind != "nothing-read" for f in diff.faults) or (
        diff.faults and nothing is None
    ):
        also = () if nothing is None else (nothing,)
        said = f"{figures.count(len(diff.faults), 'place')} could not be read"
        return Outcome(UNREAD, (said, *also, *found))
    seen = any(i.format is None for i in diff.inputs_before)
    if allow_new and nothing is not None and diff.entered and not (diff.left or seen):
        return Outcome(FOUND, found) if found else Outcome(COMPARED, (ALL_NEW,))
    if nothing is not None:
        return Outcome(NOTHING, (nothing, *found))
    return Outcome(FOUND, found) if found else Outcome(COMPARED)


def nothing_compared(diff: Diff) -> str | None:
    """Say why nothing is compared; ``None`` if something is."""
    if not diff.rows:
        return "no run is on both sides"
    e = diff.episodes
    values = [value for column in diff.columns for value in column.values]
    shared = any(value.episodes and value.episodes.both for value in values)
    if e is not None and (e.compared or (shared and e.entered + e.left)):
        return None
    scored = [
        value for column in diff.columns if column.rows for value in column.values
    ]
    both = [v for v in scored if v.before is not None and v.after is not None]
    if any(value.episodes is None or value.episodes.both for value in both):
        return None
    if both:
        return "no episode is on both sides: the scores are of other episodes"
    return "no run has a value on both sides"


def _found(diff: Diff, fail_on: FailOn) -> Iterator[str]:
    if diff.refused:
        yield REFUSED
    if fail_on == "never":
        return
    count = len(Report(findings=diff.findings).at_least(fail_on))
    if count:
        yield f"{figures.count(count, 'finding')} at or above {fail_on}"
