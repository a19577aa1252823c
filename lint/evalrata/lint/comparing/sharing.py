"""Runs that hold the same episodes, under whatever name.

A re-scored file is often called otherwise (``updated_X``), but keeps the ids of its
episodes.
"""

from collections.abc import Iterator, Mapping

from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.likeness import contradiction, models_differ

__all__ = ["by_episodes"]

OWNERS = 16
"""An id that more runs of a side have is no episode's own, and tells nothing."""

Ids = dict[int, set[str]]
Counts = dict[tuple[int, int], int]


def by_episodes(
    before: Mapping[int, Kept], after: Mapping[int, Kept]
) -> Iterator[tuple[int, int]]:
    """Yield the positions of runs that share most episodes of the smaller one.

    Each is the one that shares most with the other, with no second best that is as
    good.  Ids are only unique within a run in some formats, so runs that name other
    models, benchmarks or domains are not the same.
    """
    ours, theirs = _ids(before), _ids(after)
    shared = {
        (i, j): count
        for (i, j), count in _shared(ours, theirs).items()
        if 2 * count > min(len(ours[i]), len(theirs[j]))
        and _are_alike(before[i], after[j])
    }
    best_before, best_after = _best(shared, 0), _best(shared, 1)
    for i, j in shared:
        if best_before[i] == best_after[j] == (i, j):
            yield i, j


def _ids(runs: Mapping[int, Kept]) -> Ids:
    return {
        i: {o.id for o in kept.outcomes if o.id is not None} for i, kept in runs.items()
    }


def _shared(ours: Ids, theirs: Ids) -> Counts:
    """Count the episode ids that two runs share."""
    owners: dict[str, list[int]] = {}
    for i, ids in ours.items():
        for name in ids:
            owners.setdefault(name, []).append(i)
    known = {name: runs for name, runs in owners.items() if len(runs) <= OWNERS}
    counts: Counts = {}
    for j, ids in theirs.items():
        for name in ids:
            for i in known.get(name, ()):
                counts[i, j] = counts.get((i, j), 0) + 1
    return counts


def _are_alike(before: Kept, after: Kept) -> bool:
    a, b = before.entry.run, after.entry.run
    return contradiction(a, b) is None and not models_differ(a, b)


def _best(shared: Counts, side: int) -> dict[int, tuple[int, int] | None]:
    """Return the pair that shares most, for each run of a side; ``None``: several."""
    best: dict[int, tuple[int, int] | None] = {}
    most: dict[int, int] = {}
    for pair, count in shared.items():
        run = pair[side]
        if count > most.get(run, 0):
            best[run], most[run] = pair, count
        elif count == most[run]:
            best[run] = None
    return best
