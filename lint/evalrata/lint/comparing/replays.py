"""How many calls a re-score made again, over all rows, and how many differed."""

from collections.abc import Iterable, Sequence

from evalrata.lint.comparing.comparison import RunPair
from evalrata.schemas.diff import Replay
from evalrata.schemas.records import Replayed

__all__ = ["replay"]


def replay(pairs: Sequence[RunPair]) -> Replay:
    """Sum what the after side recorded; nothing recorded is ``None``, not 0.

    Of runs that say that they are a re-score, if there are any; else of the episodes
    that are compared, if each has its counts.  A run or an episode without them leaves
    the whole sum unknown.
    """
    again = [p for p in pairs if p.after.entry.run.rescoring is not None]
    if again:
        return _sum(_of_run(pair) for pair in again)
    return _sum(
        pair.after.outcomes[j].replay for pair in pairs for _, j in pair.matched
    )


def _of_run(pair: RunPair) -> Replayed | None:
    """Return what the run states for itself, else what its episodes give together."""
    rescoring = pair.after.entry.run.rescoring
    if rescoring is not None and rescoring.replay is not None:
        return rescoring.replay
    total = _sum(outcome.replay for outcome in pair.after.outcomes)
    if total.calls is None or total.mismatched is None:
        return None
    return Replayed(calls=total.calls, mismatched=total.mismatched)


def _sum(counts: Iterable[Replayed | None]) -> Replay:
    calls = mismatched = parts = 0
    for count in counts:
        if count is None or not 0 <= count.mismatched <= count.calls:
            return Replay()
        calls += count.calls
        mismatched += count.mismatched
        parts += 1
    if not parts:
        return Replay()
    share = mismatched / calls if calls else None
    return Replay(calls=calls, mismatched=mismatched, share=share)
