"""Runs of one name: the number behind it (``run#2``) is only the order of reading."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable

from evalrata.lint.comparing.kept import Kept

__all__ = ["in_table", "namesakes", "own_ids_disjoint", "placed", "raw"]


def raw(kept: Kept) -> str:
    """Return the run's id as its file gives it, without a number behind it."""
    return kept.id if kept.named is None else kept.named


def in_table(kept: Kept) -> tuple[str, str] | None:
    """Return the row's table and name; ``None`` of what is no row."""
    board = kept.entry.run.board
    return None if board is None else (board, raw(kept))


def namesakes(*sides: Iterable[Kept]) -> frozenset[Hashable]:
    """Return the names, alone and in their table, that a side has more than once."""
    return frozenset(
        name
        for side in map(tuple, sides)
        for key in (raw, in_table)
        for name, count in Counter(map(key, side)).items()
        if name is not None and count > 1
    )


def placed(kept: Kept, doubled: Collection[Hashable]) -> Hashable:
    """Return name and place of a run with a namesake; ``None`` of any other."""
    if kept.place is None or raw(kept) not in doubled:
        return None
    return kept.place, kept.entry.run.board, raw(kept)


def own_ids_disjoint(before: Kept, after: Kept) -> bool:
    """Say whether both sides' episodes have ids of their own, and share none.

    An id that is made of the task's name is any run's, and tells nothing.
    """
    ours, theirs = (
        {o.id for o in side.outcomes if o.id is not None and o.task not in o.id}
        for side in (before, after)
    )
    return bool(ours and theirs) and ours.isdisjoint(theirs)
