"""Which results differ, and in which direction, over all rows."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.pairing import Pairing, pair_episodes
from evalrata.lint.comparing.same_task import scope_of_both
from evalrata.lint.comparing.tally import RowTally, Tally
from evalrata.lint.counted import number, verb
from evalrata.schemas.diff import Episodes, TaskChange

__all__ = ["Compared", "compare_episodes"]


class Compared(Struct, frozen=True):
    """The episodes of all rows."""

    pairs: tuple[RunPair, ...]
    episodes: Episodes | None
    """``None``: no row has episodes on both sides."""
    tasks: tuple[TaskChange, ...]
    notes: tuple[str, ...]


def compare_episodes(rows: Iterable[tuple[Kept, Kept]]) -> Compared:
    """Match the episodes of each row, and count what differs.

    Where records of a side are missing, an episode that it lacks has neither entered
    nor left: it may be among the missing ones.
    """
    tally, pairs = Tally(), []
    notes: list[str] = []
    recorded = False
    for before, after in rows:
        found = Pairing()
        if before.outcomes or after.outcomes:
            found = pair_episodes(before.outcomes, after.outcomes)
        if _has_episodes(before) and _has_episodes(after):
            recorded = True
            _count(tally, before, after, found)
            notes += _notes(before, after, found)
        pairs.append(RunPair(before=before, after=after, matched=found.pairs))
    return Compared(
        tuple(pairs),
        tally.episodes() if recorded else None,
        tally.tasks.changes(),
        tuple(notes),
    )


def _count(tally: Tally, before: Kept, after: Kept, found: Pairing) -> None:
    marks = before.entry.run.pass_mark, after.entry.run.pass_mark
    row = RowTally(tally, after.id, scope_of_both(before, after), marks=marks)
    old, new = before.outcomes, after.outcomes
    row.add_pairs((old[i], new[j]) for i, j in found.pairs)
    tally.counts["ambiguous"] += found.ambiguous
    tally.counts["only_before"] += len(found.only_before)
    tally.counts["only_after"] += len(found.only_after)
    if after.entry.incomplete is None:
        for i in found.only_before:
            row.add(old[i], None)
    if before.entry.incomplete is None:
        for j in found.only_after:
            row.add(None, new[j])


def _has_episodes(kept: Kept) -> bool:
    return "episodes" not in kept.entry.run.lacks


def _notes(before: Kept, after: Kept, found: Pairing) -> Iterator[str]:
    if found.ambiguous:
        yield (
            f"{after.id}: {number(found.ambiguous, 'episode')} of both sides "
            f"{verb(found.ambiguous, 'are')} not compared, since several share an id, "
            "or a task and trial"
        )
    yield from _missing(after, before, found.only_before, "left")
    yield from _missing(before, after, found.only_after, "entered")


def _missing(short: Kept, other: Kept, only: Sequence[int], what: str) -> Iterator[str]:
    """Say of episodes that one side lacks that its file may hold them."""
    reason = short.entry.incomplete
    concerned = sum(other.outcomes[i].counted for i in only)
    if reason is not None and concerned:
        yield (
            f"{short.id}: {reason}; whether {number(concerned, 'episode')} of the "
            f"other side {what} the denominator is not known"
        )
