"""Which episode of a run is which of the same run on the other side."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from msgspec import Struct

from evalrata.lint.comparing.kept import Outcome

__all__ = ["Pairing", "pair_episodes"]

_REPEATED = -1

Index = dict[Hashable, int]
"""Positions by key; ``_REPEATED`` where several episodes have it."""

Pairs = list[tuple[int, int]]


class Pairing(Struct, frozen=True):
    """Positions of the episodes of two sides."""

    pairs: tuple[tuple[int, int], ...] = ()
    only_before: tuple[int, ...] = ()
    only_after: tuple[int, ...] = ()
    ambiguous: int = 0
    """Episodes of both sides of which several share a key."""


def pair_episodes(before: Sequence[Outcome], after: Sequence[Outcome]) -> Pairing:
    """Match the episodes of a run, each with one at most.

    By id, where both sides have it once, with the same task; else by task and trial,
    where both sides have these once among what is left.  If ids match at all, they
    tell episodes apart: two that have different ids are then not the same.
    """
    ids = _Ids(before, after)
    pairs = list(ids.pairs())
    if len(pairs) == len(before) == len(after):
        return Pairing(tuple(pairs))
    ids.tell = bool(pairs)
    ours, theirs = _left(before, pairs, 0), _left(after, pairs, 1)
    pairs += _by_task(before, after, ours, theirs, ids)
    if len(pairs) == len(before) == len(after):
        return Pairing(tuple(pairs))
    return _rest(before, after, pairs, ids)


class _Ids:
    """The ids of both sides."""

    def __init__(self, before: Sequence[Outcome], after: Sequence[Outcome]) -> None:
        self._before, self._after = before, after
        self._ours, self._theirs = _by_id(before), _by_id(after)
        self.tell = False
        """Whether different ids mean different episodes."""

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the episodes whose id both sides have once, for one task."""
        for name, i in self._ours.items():
            j = self._theirs.get(name, _REPEATED)
            if i >= 0 and j >= 0 and self._before[i].task == self._after[j].task:
                yield i, j

    def deny(self, i: int, j: int) -> bool:
        """Say whether two episodes have different ids."""
        a, b = self._before[i].id, self._after[j].id
        return a is not None and b is not None and a != b

    def alone(self, i: int | None, j: int | None) -> bool:
        """Say whether an episode has an id that the other side does not have."""
        if not self.tell:
            return False
        if i is not None:
            name = self._before[i].id
            return name is not None and name not in self._theirs
        name = None if j is None else self._after[j].id
        return name is not None and name not in self._ours


def _by_task(
    before: Sequence[Outcome],
    after: Sequence[Outcome],
    ours: Sequence[int],
    theirs: Sequence[int],
    ids: _Ids,
) -> Pairs:
    left = _index([(before[i].task, before[i].trial) for i in ours], ours)
    right = _index([(after[j].task, after[j].trial) for j in theirs], theirs)
    found = ((i, right.get(key, _REPEATED)) for key, i in left.items())
    pairs = [(i, j) for i, j in found if i >= 0 and j >= 0]
    return [pair for pair in pairs if not ids.deny(*pair)] if ids.tell else pairs


def _rest(
    before: Sequence[Outcome], after: Sequence[Outcome], pairs: Pairs, ids: _Ids
) -> Pairing:
    """Part what is left: without a counterpart, or with several."""
    ours, theirs = _left(before, pairs, 0), _left(after, pairs, 1)
    left = {(before[i].task, before[i].trial) for i in ours if not ids.alone(i, None)}
    right = {(after[j].task, after[j].trial) for j in theirs if not ids.alone(None, j)}
    shared = left & right
    only_before = [
        i
        for i in ours
        if ids.alone(i, None) or (before[i].task, before[i].trial) not in shared
    ]
    only_after = [
        j
        for j in theirs
        if ids.alone(None, j) or (after[j].task, after[j].trial) not in shared
    ]
    return Pairing(
        tuple(pairs),
        tuple(only_before),
        tuple(only_after),
        len(ours) + len(theirs) - len(only_before) - len(only_after),
    )


def _by_id(outcomes: Sequence[Outcome]) -> Index:
    there = [i for i, o in enumerate(outcomes) if o.id is not None]
    return _index([outcomes[i].id for i in there], there)


def _left(outcomes: Sequence[Outcome], pairs: Pairs, side: int) -> list[int]:
    """Return the positions on a side that are in no pair, in order."""
    if not pairs:
        return list(range(len(outcomes)))
    taken = {pair[side] for pair in pairs}
    return [i for i in range(len(outcomes)) if i not in taken]


def _index(keys: Sequence[Hashable], positions: Sequence[int]) -> Index:
    found = dict(zip(keys, positions, strict=True))
    if len(found) < len(keys):
        repeated = (key for key, count in Counter(keys).items() if count > 1)
        found.update(dict.fromkeys(repeated, _REPEATED))
    return found
