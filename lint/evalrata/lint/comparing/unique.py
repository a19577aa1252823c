"""Matching by a key that one run of each side has."""

from collections.abc import Callable, Hashable, Mapping

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept

__all__ = ["Key", "Unique", "uniquely"]

Key = Callable[[Kept], Hashable]
"""``None`` for a run that has none."""


class Unique(Struct, frozen=True):
    """What a key tells."""

    pairs: tuple[tuple[int, int], ...]
    ambiguous: tuple[tuple[str, ...], ...]
    """Ids of runs that share a key which is on both sides, and not once on each."""


def uniquely(before: Mapping[int, Kept], after: Mapping[int, Kept], key: Key) -> Unique:
    """Match the runs whose key is on both sides, once on each."""
    ours, theirs = _by_key(before, key), _by_key(after, key)
    pairs, ambiguous = [], []
    for name, left in ours.items():
        right = theirs.get(name)
        if right is None:
            continue
        if len(left) == len(right) == 1:
            pairs.append((left[0], right[0]))
        else:
            ids = [before[i].id for i in left] + [after[j].id for j in right]
            ambiguous.append(tuple(ids))
    return Unique(tuple(pairs), tuple(ambiguous))


def _by_key(runs: Mapping[int, Kept], key: Key) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = {}
    for position, kept in runs.items():
        name = key(kept)
        if name is not None:
            found.setdefault(name, []).append(position)
    return found
