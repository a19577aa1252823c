"""The last line: what was compared, what was not, and the exit code."""

from collections.abc import Iterator

from evalrata.cli.diffing.exits import nothing_compared
from evalrata.cli.exits import Outcome
from evalrata.cli.render.figures import count
from evalrata.cli.render.verdict import asked, found
from evalrata.schemas.diff import Diff

__all__ = ["verdict"]


def verdict(diff: Diff, outcome: Outcome) -> str:
    """Say in one line what the exit code stands for; never more than was compared."""
    reasons = [r for r in outcome.reasons if r != nothing_compared(diff)]
    why = f" ({'; '.join(reasons)})" if reasons else ""
    return f"{'; '.join(_said(diff))}; exit {outcome.code}{why}"


def _said(diff: Diff) -> Iterator[str]:
    nothing = nothing_compared(diff)
    if nothing is not None:
        yield f"nothing was compared: {nothing}"
    else:
        yield f"{count(len(diff.rows), 'row')} compared{_episodes(diff)}"
    yield f"{found(diff.findings)}"
    if diff.coverage:
        yield asked(diff.coverage)


def _episodes(diff: Diff) -> str:
    e = diff.episodes
    if e is None:
        return ", no episode"
    said = f", {count(e.compared, 'episode')} ({e.up:,} up, {e.down:,} down)"
    for number, side in ((e.only_before, "after"), (e.only_after, "before")):
        if number:
            said += f", {number:,} not there {side}"
    return said
