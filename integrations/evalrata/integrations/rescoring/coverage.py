"""Episodes and calls that a re-score leaves out: what is left says less.

An archive, or a grader that raises, would otherwise choose what it is held against.
"""

from collections import Counter
from collections.abc import Iterator

from evalrata.integrations.rescoring.after import GRADED_BEFORE
from evalrata.integrations.rescoring.driver import Found
from evalrata.integrations.rescoring.reasons import told
from evalrata.schemas.records import Replayed

__all__ = ["uncompared", "ungraded", "unheld"]

HALF = 0.5
"""The largest share of a run's replayed calls that may have no result to compare."""


def ungraded(found: Found, most: float) -> Iterator[str]:
    """Yield why the new results are not over the recorded episodes.

    ``most``: the largest share of episodes with a recorded result that may have none
    now.  What ``--ungraded-only`` did not ask for is not held against it.
    """
    before = [
        e
        for e in found.episodes
        if e.state == "graded" and e.stored is not None and e.reason != GRADED_BEFORE
    ]
    left = Counter(e.reason for e in before if e.value is None)
    share = left.total() / len(before) if before else 0.0
    if share > most:
        yield (
            f"{left.total():,} of {len(before):,} episodes that are graded in the "
            f"record have no result now ({share:.1%}, above --max-ungraded {most:g}): "
            f"{told(left)}"
        )


def unheld(found: Found) -> Iterator[str]:
    """Yield, for runs that hold no recorded result, that nothing of theirs is held.

    Where other runs hold some, those show that the grader works, and not that it reads
    these runs.
    """
    graded: dict[str, Counter[bool]] = {}
    for e in found.episodes:
        known = e.state == "graded" and e.stored is not None
        counts = graded.setdefault(e.run, Counter())
        counts[known] += known or e.value is not None
    for run, counts in graded.items():
        if counts[False] and not counts[True]:
            yield (
                f"{run}: none of its episodes has a recorded result, so that the "
                "grader is held against nothing of it "
                f"({counts[False]:,} have a result now)"
            )


def uncompared(found: Found, replay: Replayed | None, most: float) -> Iterator[str]:
    """Yield why too few replayed calls were compared; ``most`` is of mismatches.

    By run, so that one whose results cannot be read does not hide among others.
    """
    if most >= 1:
        return
    counts: dict[str, Counter[str]] = {}
    for e in found.episodes:
        if e.replay is not None:
            own = counts.setdefault(e.run, Counter())
            own["calls"] += e.replay.calls
            own["not"] += e.replay.uncompared
    if replay is not None and not any(c.total() for c in counts.values()):
        all_ = {"calls": replay.calls, "not": replay.uncompared}
        counts = {"all runs": Counter(all_)}
    for run, own in counts.items():
        if own["not"] > HALF * own.total():
            yield (
                f"{run}: {own['not']:,} of {own.total():,} replayed calls have no "
                "recorded result that can be compared (--max-mismatch 1 accepts that)"
            )
