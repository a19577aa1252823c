"""Episodes that flipped, tasks that differ, and calls that were replayed."""

from collections.abc import Iterator

from evalrata.cli.diffing.numbers import pair, percent
from evalrata.cli.diffing.section import Places, Section, Table
from evalrata.cli.render.figures import NONE, count
from evalrata.schemas.diff import Diff, Episodes, Flip, Replay, TaskChange

__all__ = ["episodes"]

FLIPS = 10
"""Flips of a row that are printed, unless all are asked for."""

TASKS = 20
"""Tasks that are printed, unless all are asked for."""

CRITERIA = {True: "changed", False: "the same", None: "not known"}


def episodes(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """Yield what differs between episodes; one section where no row has any."""
    if diff.episodes is None:
        said = ["only the rows' own scores are compared"]
        if diff.filter is not None:
            said.append(f"the filter ({diff.filter}) is of episodes, not of these")
        yield Section("episodes: no row has any on both sides", said)
    else:
        yield _tally(diff, diff.episodes)
        if diff.episodes.flips:
            yield _flips(diff.episodes.flips, verbose=verbose)
        yield from _tasks(diff, verbose=verbose)
    yield _replay(diff)


def _tally(diff: Diff, e: Episodes) -> Section:
    before, after = pair(e.score_before, e.score_after)
    parts = [
        f"score over these: {before} before, {after} after",
        f"up {e.up:,}, down {e.down:,}",
        (
            f"entered the denominator {e.entered:,} ({e.entered_passed:,} passed); "
            f"left it {e.left:,} ({e.left_passed:,} had passed)"
        ),
        f"stored number differs in {e.stored_changed:,}",
        f"without a counterpart: {e.only_before:,} before, {e.only_after:,} after",
        *_criteria(e),
    ]
    if e.ambiguous:
        parts.append(f"not compared, several share a key: {e.ambiguous:,}")
    if diff.filter is not None:
        left = count(diff.filtered_out, "episode")
        parts.append(f"only {diff.filter}: {left} left out")
    return Section(f"episodes: {e.compared:,} compared", parts)


def _criteria(e: Episodes) -> Iterator[str]:
    """Keep changed criteria apart from changed evaluators."""
    same = e.compared - e.criteria_changed - e.criteria_unknown
    yield (
        f"criteria (task digest): changed for {e.criteria_changed:,}, the same for "
        f"{same:,}, not known for {e.criteria_unknown:,}"
    )
    if flipped := e.up + e.down:
        changed, kept = e.flips_criteria_changed, e.flips_criteria_same
        yield (
            f"of {count(flipped, 'flip')}: {changed:,} under changed criteria, "
            f"{kept:,} under the same criteria (of one record: by the evaluator), "
            f"{flipped - changed - kept:,} not known"
        )


def _flips(flips: tuple[Flip, ...], *, verbose: bool) -> Section:
    """List the first flips of each row."""
    rows: dict[str, list[Flip]] = {}
    for flip in flips:
        rows.setdefault(flip.row, []).append(flip)
    parts: list[str | Table | Places] = []
    for name, of_row in rows.items():
        shown = of_row if verbose else of_row[:FLIPS]
        parts.append(f"{name}: {count(len(of_row), 'episode')}")
        parts.append(Table(HEAD, [_flip(flip) for flip in shown]))
        if more := len(of_row) - len(shown):
            parts.append(f"... and {more:,} more (--verbose prints all)")
    return Section("episodes whose result differs", parts)


HEAD = ("task", "trial", "before", "after", "moved", "criteria", "place")


def _flip(flip: Flip) -> tuple[str, ...]:
    before, after = pair(flip.before, flip.after)
    trial = NONE if flip.trial is None else str(flip.trial)
    criteria = CRITERIA[flip.criteria_changed]
    return flip.task, trial, before, after, flip.direction, criteria, _place(flip)


def _place(flip: Flip) -> str:
    places = [p for p in (flip.pointer_before, flip.pointer_after) if p is not None]
    return " -> ".join(dict.fromkeys(places)) or NONE


def _tasks(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """List tasks, but for those of one episode, which is listed already."""
    said = diff.tasks if verbose else tuple(t for t in diff.tasks if not _alone(t))
    if not said:
        return
    shown = said if verbose else said[:TASKS]
    head = ("task", "compared", "up", "down", "entered", "left", "criteria")
    rows = [
        (
            t.task,
            *(f"{n:,}" for n in (t.compared, t.up, t.down, t.entered, t.left)),
            CRITERIA[t.criteria_changed],
        )
        for t in shown
    ]
    parts: list[str | Table | Places] = [Table(head, rows)]
    if more := len(said) - len(shown):
        parts.append(f"... and {more:,} more (--verbose prints all)")
    yield Section(f"tasks that differ: {len(diff.tasks):,}", parts)


def _alone(task: TaskChange) -> bool:
    flips = task.up + task.down + task.entered + task.left
    return flips == 1 and task.compared + task.entered + task.left == 1


def _replay(diff: Diff) -> Section:
    return Section(f"replay: {_replayed(diff.replay)}")


def _replayed(replay: Replay) -> str:
    if replay.calls is None or replay.mismatched is None:
        return "not recorded, so whether calls gave the recorded results is not known"
    return (
        f"{replay.mismatched:,} of {count(replay.calls, 'call')} gave another result "
        f"than the recorded one ({percent(replay.share)})"
    )
