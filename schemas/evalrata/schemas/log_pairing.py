"""Whether a run's logs stand beside the episodes that they are of.

A log that stands beside another episode can look right there: where an agent's own
calls were few, the other record has them too, and what is left of the record reads as
copies of the gold.  So one episode's log is judged by the others: a log with calls
that its own record lacks, and that explains a different record of the run completely,
is that one's, and then no log of the run is certain to be where it belongs.
"""

from collections.abc import Hashable, Iterable, Sequence

from msgspec import Struct

from evalrata.schemas.alignment import explain
from evalrata.schemas.canonical import action_key
from evalrata.schemas.provenance import replayed, unread
from evalrata.schemas.records import Episode

__all__ = ["misplaced"]

LIMIT = 10_000_000
"""Cells of alignment that are spent on one run (5 s).  Beyond it no log is certain."""


_STRANGE = "logs of this run have calls that their records lack"


class _Pair(Struct, frozen=True):
    """A record, and the log that stands beside it."""

    task: str
    record: tuple[Hashable, ...]
    replay: tuple[Hashable, ...]
    calls: tuple[Hashable, ...]
    unread: frozenset[int]

    def is_explained_by(self, log: "_Pair") -> bool:
        """Say whether this record has every call of ``log``, and nothing strange."""
        found = explain(self.record, log.calls, self.replay, unread=log.unread)
        return found is not None and found.left_out == 0


def misplaced(episodes: Iterable[Episode]) -> str | None:
    """Return why no log of a run is certain to be its episode's, else ``None``."""
    pairs = [pair for e in episodes if (pair := _pair(e)) is not None]
    holders: dict[Hashable, list[int]] = {}
    for number, pair in enumerate(pairs):
        for key in set(pair.record):
            holders.setdefault(key, []).append(number)
    spent = 0
    for pair in pairs:
        strange = set(pair.calls) - set(pair.record)
        for other in _holding(strange, holders) if strange else ():
            spent += (len(pairs[other].record) + 1) * (len(pair.calls) + 1)
            if spent > LIMIT:
                return f"{_STRANGE}, and there are too many to compare"
            if pairs[other].is_explained_by(pair):
                return (
                    f"the log of task {pair.task} has calls that its record lacks, and "
                    f"explains that of task {pairs[other].task}: the run's logs may be "
                    "of other episodes"
                )
    return None


def _pair(episode: Episode) -> _Pair | None:
    own, actions = episode.own, episode.actions
    if own is None or not own.complete or actions is None:
        return None
    return _Pair(
        task=episode.task,
        record=tuple(action_key(a) for a in actions),
        replay=tuple(replayed(episode.gold) or ()),
        calls=tuple(action_key(c) for c in own.calls),
        unread=frozenset(unread(own)),
    )


def _holding(
    strange: Iterable[Hashable], holders: dict[Hashable, list[int]]
) -> Sequence[int]:
    """Return the records that have all of the calls."""
    return sorted(set.intersection(*(set(holders.get(key, ())) for key in strange)))
