"""Two builds crossed with two sets of task data: which change moved a result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from evalrata.integrations.rescoring.driver import Checkout, Driver, Found, Taken
from evalrata.integrations.rescoring.thresholds import (
    GATES,
    Thresholds,
    mismatched,
    replay_of,
)
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument
from evalrata.schemas.rescore import Attribution, Crossed, Regrade

__all__ = ["CELLS", "Cause", "Cross", "cause_of", "grade", "put_together", "unproven"]

Cause = Literal["code", "tasks", "either", "both", "cancels", "unknown"]

CELLS = ("A/A", "B/A", "A/B", "B/B")
"""Evaluator, then task data."""

Results = Mapping[str, float | None]


class Cross(Struct, frozen=True, kw_only=True):
    """What the four gave."""

    crossed: Crossed
    found: Mapping[str, Found]
    """By cell."""
    refused: tuple[str, ...] = ()
    """Why none of it is to be used."""


def grade(
    driver: Driver, runs: Sequence[Taken], checkouts: Mapping[str, Checkout]
) -> dict[str, Found]:
    """Grade with each of the four; by cell.

    Raises ``UsageError`` for what cannot be run, saying in which cell.
    """
    return {name: _graded(driver, runs, checkouts[name], name) for name in CELLS}


def _graded(
    driver: Driver, runs: Sequence[Taken], checkout: Checkout, name: str
) -> Found:
    try:
        return driver.rescore(runs, checkout)
    except UsageError as error:
        raise UsageError(f"{name} (evaluator/tasks): {error}") from error


def put_together(found: Mapping[str, Found], thresholds: Thresholds) -> Cross:
    """Attribute each result that moved.

    A cell whose replay did not match is refused, and its numbers are not used.
    """
    reasons = {
        n: "; ".join(mismatched(f, thresholds.max_mismatch)) for n, f in found.items()
    }
    used = {name: f for name, f in found.items() if not reasons[name]}
    rows = tuple(_rows(found[CELLS[0]].episodes, used))
    whole = [results for _, results in rows if None not in results.values()]
    flips = tuple(_attributed(rows))
    made = Crossed(
        evaluators={e: found[f"{e}/A"].evaluator for e in "AB"},
        tasks={t: _tasks(found[f"A/{t}"], t) for t in "AB"},
        scores={name: _mean([r[name] for r in whole]) for name in CELLS},
        replay={name: replay_of(f) for name, f in found.items()},
        refused={name: why for name, why in reasons.items() if why},
        episodes=len(whole),
        causes=dict(sorted(Counter(flip.cause for flip in flips).items())),
        flips=flips,
    )
    return Cross(crossed=made, found=found, refused=_refused(made, used, thresholds))


def _refused(
    made: Crossed, used: Mapping[str, Found], thresholds: Thresholds
) -> tuple[str, ...]:
    if not used:
        return tuple(f"{name}: {why}" for name, why in made.refused.items())
    why = unproven(used, thresholds)
    return () if why is None else (why,)


def unproven(found: Mapping[str, Found], thresholds: Thresholds) -> str | None:
    """Return why no cell gives the recorded results again; ``None``: one does."""
    least, best = thresholds.min_reproduced, None
    for one in found.values():
        shares = [v.share for v in one.validations if v.kind in GATES]
        known = [s for s in shares if s is not None]
        if known and (best is None or min(known) > best):
            best = min(known)
    if least <= 0 or (best is not None and best >= least):
        return None
    said = f"none does better than {best:.1%}"
    if best is None:
        reasons = (v.reason for one in found.values() for v in one.validations)
        said = next(filter(None, reasons), "no episode is graded")
    return (
        f"no cell gives enough of the recorded results again: {said} "
        f"(--min-reproduced {least:g})"
    )


def cause_of(results: Results) -> Cause | None:
    """Say what moved a result; ``None``: nothing did."""
    first, code, tasks, both = (results[name] for name in CELLS)
    known = {r for r in (first, code, tasks, both) if r is not None}
    if len(known) < 2:  # noqa: PLR2004 - two values that differ
        return None
    if None in (first, code, tasks, both):
        return "unknown"
    if first == both:
        return "cancels"
    alone = (code == both, tasks == both)
    names: dict[tuple[bool, bool], Cause] = {
        (True, True): "either",
        (True, False): "code",
        (False, True): "tasks",
        (False, False): "both",
    }
    return names[alone]


def _rows(
    episodes: Sequence[Regrade], found: Mapping[str, Found]
) -> Iterator[tuple[Regrade, Results]]:
    """Yield each episode with its four results; those of refused cells are none."""
    given = {
        name: {(e.run, e.pointer): e.value for e in one.episodes}
        for name, one in found.items()
    }
    for e in episodes:
        place = (e.run, e.pointer)
        yield e, {name: given.get(name, {}).get(place) for name in CELLS}


def _attributed(rows: Sequence[tuple[Regrade, Results]]) -> Iterator[Attribution]:
    for e, results in rows:
        cause = cause_of(results)
        if cause is not None:
            yield Attribution(
                run=e.run,
                task=e.task,
                trial=e.trial,
                results=dict(results),
                cause=cause,
            )


def _tasks(found: Found, label: str) -> Instrument:
    if found.task_data is not None:
        return found.task_data
    return Instrument(role="task_data", name=f"tasks {label}, not pinned")


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None
