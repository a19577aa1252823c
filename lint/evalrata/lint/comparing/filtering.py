"""Episodes of some tasks alone.

A task *acts* if its gold has an action that is no terminator.  Where it has none, the
untouched database is what is graded, and an agent that does nothing may pass.  That
is a property of the task, so it is taken from any record of the task, on either side:
an archive without gold is filtered like the one that it is compared with.  A task of
which no record holds the gold is left out, and counted apart.

Runs are matched first.  What is known of a task is then the same for both sides of a
run, whichever of them names the benchmark and the domain: a filter makes no episode
leave or enter.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from evalrata.lint.comparing.kept import Kept, Outcome
from evalrata.lint.comparing.matching import Matching
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.same_task import Scope, TaskKey, scope, scope_of_both

__all__ = ["Filtered", "described", "filtered"]

NAMED = 5
"""Tasks that a note names."""


class Filtered(Struct, frozen=True):
    """Runs with the episodes that were asked for."""

    matching: Matching
    left_out: int = 0
    """Episodes of both sides."""
    notes: tuple[str, ...] = ()
    """What the filter could not tell."""


def filtered(matching: Matching, options: Options) -> Filtered:
    """Return the matched runs with the episodes that ``options`` asks for.

    A run without episodes stays as it is.  The notes name tasks without an episode on
    either side, and count episodes of tasks whose gold no record holds.
    """
    if options.tasks is None and not options.acting:
        return Filtered(matching)
    acts = _acting(_scoped(matching)) if options.acting else None
    wanted = _Wanted(options.tasks, acts)
    pairs = []
    for before, after, how in matching.pairs:
        within = scope_of_both(before, after)
        pairs.append((wanted.of(before, within), wanted.of(after, within), how))
    left = tuple(wanted.of(run, scope(run)) for run in matching.left)
    entered = tuple(wanted.of(run, scope(run)) for run in matching.entered)
    made = structs.replace(matching, pairs=tuple(pairs), left=left, entered=entered)
    return Filtered(
        made,
        _episodes(matching) - _episodes(made),
        tuple(_notes(matching, options, wanted)),
    )


def described(options: Options) -> str | None:
    """Say which tasks alone are compared (``Diff.filter``); ``None``: all are."""
    parts = []
    if options.tasks is not None:
        parts.append(_count(len(options.tasks), "named task"))
    if options.acting:
        parts.append("tasks whose gold has an action that is no terminator")
    return ", of these ".join(parts) or None


class _Wanted(Struct, frozen=True):
    """Which episodes were asked for."""

    tasks: frozenset[str] | None
    acts: Mapping[TaskKey, bool] | None
    """Whether each task with gold acts; ``None``: not asked."""

    def of(self, run: Kept, within: Scope) -> Kept:
        """Return a run with these of its episodes."""
        left = tuple(
            o
            for o in run.outcomes
            if self.named(o)
            and (self.acts is None or self.acts.get((within, o.task), False))
        )
        return structs.replace(run, outcomes=left)

    def dark(self, run: Kept, within: Scope) -> int:
        """Count the named episodes of tasks without gold."""
        acts = self.acts
        if acts is None:
            return 0
        return sum(self.named(o) and (within, o.task) not in acts for o in run.outcomes)

    def named(self, outcome: Outcome) -> bool:
        """Say whether an episode is of a named task; all are if none is named."""
        return self.tasks is None or outcome.task in self.tasks


def _scoped(matching: Matching) -> Iterator[tuple[Kept, Scope]]:
    """Yield each run with that within which its task ids are unique."""
    for side in (0, 1):
        yield from _side(matching, side)


def _side(matching: Matching, side: int) -> Iterator[tuple[Kept, Scope]]:
    """Yield the runs of the side before (0) or after (1), as ``_scoped``."""
    for before, after, _ in matching.pairs:
        yield (before, after)[side], scope_of_both(before, after)
    for run in (matching.left, matching.entered)[side]:
        yield run, scope(run)


def _acting(runs: Iterable[tuple[Kept, Scope]]) -> dict[TaskKey, bool]:
    """Say of each task with gold whether it acts: whether any gold of it does."""
    found: dict[TaskKey, bool] = {}
    for run, within in runs:
        for outcome in run.outcomes:
            if outcome.acts is not None:
                key = within, outcome.task
                found[key] = outcome.acts or found.get(key, False)
    return found


def _notes(matching: Matching, options: Options, wanted: _Wanted) -> Iterator[str]:
    if absent := _absent(matching, options.tasks or frozenset()):
        some = ", ".join(map(ascii, absent[:NAMED]))
        more = f" and {len(absent) - NAMED:,} more" if len(absent) > NAMED else ""
        yield f"no episode is of the named {some}{more}"
    first, last = (
        sum(wanted.dark(run, within) for run, within in _side(matching, side))
        for side in (0, 1)
    )
    if first or last:
        yield (
            f"{_count(first, 'episode')} before, {_count(last, 'episode')} after "
            "are left out for want of gold: no record says whether their tasks "
            "require an action"
        )


def _absent(matching: Matching, tasks: frozenset[str]) -> list[str]:
    """Return those of ``tasks`` that no episode is of."""
    if not tasks:
        return []
    there = {o.task for run, _ in _scoped(matching) for o in run.outcomes}
    return sorted(tasks - there)


def _episodes(matching: Matching) -> int:
    return sum(len(run.outcomes) for run, _ in _scoped(matching))


def _count(number: int, word: str) -> str:
    return f"{number:,} {word if number == 1 else word + 's'}"
