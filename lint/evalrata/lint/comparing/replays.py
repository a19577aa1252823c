"""How many calls a re-score made again, over all rows, and how many differed."""

from collections.abc import Iterable, Sequence

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.rescored import seen_after
from evalrata.lint.replays import Seen
from evalrata.schemas.diff import Replay
from evalrata.schemas.records import Replayed

__all__ = ["replay"]


def replay(pairs: Sequence[RunPair], *, filtered: bool = False) -> Replay:
    """Sum what the after side recorded; nothing recorded is ``None``, not 0.

    Of runs that say that they are a re-score, if there are any; else of the episodes
    that are compared, if each has its counts.  A run or an episode without them leaves
    the whole sum unknown.  ``filtered``: only some episodes are there, of which what a
    run states for all of its own says nothing.
    """
    again = [p for p in pairs if p.after.entry.run.rescoring is not None]
    if again and filtered:
        again = [p for p in again if p.after.outcomes]
        return _sum(o.replay for p in again for o in p.after.outcomes)
    if again:
        return _sum(_replayed(seen_after(pair)) for pair in again)
    return _sum(
        pair.after.outcomes[j].replay for pair in pairs for _, j in pair.matched
    )


def _replayed(found: Seen | None) -> Replayed | None:
    if found is None or found.lacking:
        return None
    return Replayed(calls=found.calls, mismatched=found.mismatched)


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
