"""Episodes of some tasks alone.

A task *acts* if its gold has an action that is no terminator.  Where it has none, the
untouched database is what is graded, and an agent that does nothing may pass.  That
is a property of the task, so it is taken from any record of the task, on either side:
an archive without gold is filtered like the one that it is compared with.  A task of
which no record holds the gold is left out, and counted apart.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.same_task import TaskKey, scope

__all__ = ["acting", "described", "filtered", "notes"]

NAMED = 5
"""Tasks that a note names."""


def acting(kept: Iterable[Kept]) -> dict[TaskKey, bool]:
    """Say of each task with gold whether it acts: whether any gold of it does."""
    found: dict[TaskKey, bool] = {}
    for run in kept:
        within = scope(run)
        for outcome in run.outcomes:
            if outcome.acts is not None:
                key = within, outcome.task
                found[key] = outcome.acts or found.get(key, False)
    return found


def filtered(
    kept: Sequence[Kept],
    options: Options,
    acts: Mapping[TaskKey, bool] | None = None,
) -> tuple[tuple[Kept, ...], int]:
    """Return one side's runs with the episodes that ``options`` asks for.

    ``acts``: what ``acting`` gives for both sides; by default for these runs alone.
    Second is the number of episodes left out.  A run without episodes stays as it is.
    """
    if options.tasks is None and not options.acting:
        return tuple(kept), 0
    known = _known(kept, options, acts)
    left = tuple(_filtered(run, options, known) for run in kept)
    return left, _episodes(kept) - _episodes(left)


def described(options: Options) -> str | None:
    """Say which tasks alone are compared (``Diff.filter``); ``None``: all are."""
    parts = []
    if options.tasks is not None:
        parts.append(_count(len(options.tasks), "named task"))
    if options.acting:
        parts.append("tasks whose gold has an action that is no terminator")
    return ", of these ".join(parts) or None


def notes(
    before: Sequence[Kept], after: Sequence[Kept], options: Options
) -> tuple[str, ...]:
    """Say what the filter could not tell: sentences for ``Diff.notes``.

    Named tasks without an episode on either side, and episodes of tasks whose gold no
    record holds.  Takes both sides as they were before the filter.
    """
    found = []
    if absent := _absent((*before, *after), options.tasks or frozenset()):
        some = ", ".join(map(ascii, absent[:NAMED]))
        more = f" and {len(absent) - NAMED:,} more" if len(absent) > NAMED else ""
        found.append(f"no episode is of the named {some}{more}")
    if options.acting:
        acts = acting((*before, *after))
        first, last = (_without_gold(side, options, acts) for side in (before, after))
        if first or last:
            found.append(
                f"{_count(first, 'episode')} before, {_count(last, 'episode')} after "
                "are left out for want of gold: no record says whether their tasks "
                "require an action"
            )
    return tuple(found)


def _known(
    kept: Sequence[Kept], options: Options, acts: Mapping[TaskKey, bool] | None
) -> Mapping[TaskKey, bool]:
    if not options.acting:
        return {}
    return acting(kept) if acts is None else acts


def _filtered(run: Kept, options: Options, acts: Mapping[TaskKey, bool]) -> Kept:
    within = scope(run)
    left = tuple(
        o
        for o in run.outcomes
        if (options.tasks is None or o.task in options.tasks)
        and (not options.acting or acts.get((within, o.task), False))
    )
    return structs.replace(run, outcomes=left)


def _absent(kept: Iterable[Kept], tasks: frozenset[str]) -> list[str]:
    """Return those of ``tasks`` that no episode is of."""
    there = {o.task for run in kept for o in run.outcomes} if tasks else set()
    return sorted(tasks - there)


def _without_gold(
    kept: Sequence[Kept], options: Options, acts: Mapping[TaskKey, bool]
) -> int:
    return sum(
        (within, o.task) not in acts
        for run, within in zip(kept, map(scope, kept), strict=True)
        for o in run.outcomes
        if options.tasks is None or o.task in options.tasks
    )


def _episodes(kept: Iterable[Kept]) -> int:
    return sum(len(run.outcomes) for run in kept)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word if number == 1 else word + 's'}"
