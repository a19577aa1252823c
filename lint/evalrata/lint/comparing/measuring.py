"""A group's score before and after, and whether its change can be told from chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.intervals import LARGEST, interval
from evalrata.lint.comparing.kept import Outcome
from evalrata.lint.comparing.rerun import noise
from evalrata.lint.comparing.same_task import TaskKey, scope_of_both
from evalrata.schemas.diff import Measured

__all__ = ["measured", "results"]

Trials = tuple[list[float], list[float]]
"""Results of one run's episodes of one task, before and after, in the same order."""


def measured(pairs: Sequence[RunPair]) -> Measured | None:
    """Measure runs together; ``None`` if no episode has a result on both sides.

    Results that all lie between 0 and 1 are taken for shares (``intervals``).
    """
    cells = [results(pair) for pair in pairs]
    tasks = _together(cells)
    if not tasks:
        return None
    every = chain.from_iterable(chain.from_iterable(tasks.values()))
    shares = all(0 <= y <= 1 for y in every)
    ends = (0.0, 1.0) if shares else None
    change = interval(
        {
            task: [b - a for a, b in zip(*both, strict=True)]
            for task, both in tasks.items()
        },
        (-1.0, 1.0) if shares else None,
    )
    half = noise(chain.from_iterable(c.values() for c in cells), shares=shares)
    return Measured(
        before=interval({task: both[0] for task, both in tasks.items()}, ends),
        after=interval({task: both[1] for task, both in tasks.items()}, ends),
        change=change,
        noise=half,
        resolved=None if half is None else abs(change.value) > half,
    )


def results(pair: RunPair) -> dict[TaskKey, Trials]:
    """Return the results of episodes in the denominator on both sides, by task."""
    found: dict[str, Trials] = {}
    for task, before, after in _counted(pair):
        cell = found.get(task)
        if cell is None:
            cell = found[task] = ([], [])
        cell[0].append(before)
        cell[1].append(after)
    within = scope_of_both(pair.before, pair.after)
    return {(within, task): cell for task, cell in found.items()}


def _together(cells: Iterable[Mapping[TaskKey, Trials]]) -> dict[TaskKey, Trials]:
    """Put the trials of each task of all runs together."""
    found: dict[TaskKey, Trials] = {}
    for of_run in cells:
        for task, (before, after) in of_run.items():
            both = found.setdefault(task, ([], []))
            both[0].extend(before)
            both[1].extend(after)
    return found


def _counted(pair: RunPair) -> Iterator[tuple[str, float, float]]:
    befores, afters = pair.before.outcomes, pair.after.outcomes
    for first, second in pair.matched:
        before, after = _result(befores[first]), _result(afters[second])
        if before is not None and after is not None:
            yield afters[second].task, before, after


def _result(outcome: Outcome) -> float | None:
    """Return what is in the denominator, if it can be averaged: no NaN, no infinity."""
    value = outcome.value
    if value is None or not outcome.counted:
        return None
    return value if -LARGEST <= value <= LARGEST else None
