"""Two builds crossed with two sets of task data: which change moved a result."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from evalrata.integrations.rescoring.driver import Checkout, Driver, Found, Taken
from evalrata.integrations.rescoring.thresholds import (
    GATES,
    Thresholds,
    cell_refusals,
    replay_of,
)
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument
from evalrata.schemas.rescore import Attribution, Crossed, Mismatch, Regrade
from evalrata.schemas.versions import names_a_build, normalise

__all__ = ["Cause", "Cross", "cause_of", "cells", "grade", "put_together", "unproven"]

Cause = Literal["code", "tasks", "either", "both", "cancels", "unknown"]

Results = Mapping[str, float | None]
"""By cell, in the order of ``cells``."""

FIRST = 5
"""Mismatches that are kept of a refused cell."""


class Cross(Struct, frozen=True, kw_only=True):
    """What the four gave."""

    crossed: Crossed
    found: Mapping[str, Found]
    """By cell."""
    refused: tuple[str, ...] = ()
    """A reason for each cell that is not to be used, or why none of them is."""


def cells(first: str, second: str) -> tuple[str, str, str, str]:
    """Return the names of the cells, ``<evaluator>/<tasks>``, of two sets of tasks."""
    return (f"A/{first}", f"B/{first}", f"A/{second}", f"B/{second}")


def grade(
    driver: Driver,
    runs: Sequence[Taken],
    checkouts: Mapping[str, Checkout],
    show: Callable[[str], None] = lambda _: None,
) -> dict[str, Found]:
    """Grade with each of the four, in their order; by cell.

    ``show`` is told which one is next.  Raises ``UsageError`` for what cannot be run,
    saying in which cell.
    """
    found = {}
    for number, (name, checkout) in enumerate(checkouts.items(), 1):
        show(f"cell {name}, {number} of {len(checkouts)}")
        try:
            found[name] = driver.rescore(runs, checkout)
        except UsageError as error:
            raise UsageError(f"{name} (evaluator/tasks): {error}") from error
    return found


def put_together(found: Mapping[str, Found], thresholds: Thresholds) -> Cross:
    """Attribute each result that moved; ``found`` is in the order of ``cells``.

    A cell whose replay did not match is refused, and its numbers are not used: then
    nothing is attributed, and the scores are those of the others.
    """
    reasons = {n: "; ".join(cell_refusals(f, thresholds)) for n, f in found.items()}
    used = {name: f for name, f in found.items() if not reasons[name]}
    first, _, second, _ = found
    same = _same(found[first].task_data, found[second].task_data)
    rows = tuple(_rows(found, used))
    whole = [r for _, r in rows if used and all(r[n] is not None for n in used)]
    flips = tuple(_attributed(rows, same_tasks=same)) if len(used) == len(found) else ()
    evaluators = dict(zip("AB", (f.evaluator for f in found.values()), strict=False))
    made = Crossed(
        evaluators=evaluators,
        tasks={_of(n): _tasks(found[n], _of(n)) for n in (first, second)},
        evaluators_same=_same_build(*evaluators.values()),
        tasks_same=same,
        scores={name: _mean([r[name] for r in whole]) for name in found},
        replay={name: replay_of(f) for name, f in found.items()},
        refused={name: why for name, why in reasons.items() if why},
        mismatches={
            n: tuple(_mismatches(found[n])) for n, why in reasons.items() if why
        },
        episodes=len(whole),
        causes=dict(sorted(Counter(flip.cause for flip in flips).items())),
        flips=flips,
    )
    refused = tuple(f"{name}: {why}" for name, why in made.refused.items())
    if used and (why := unproven(used, thresholds)):
        made, refused = _withheld(made), (*refused, why)
    return Cross(crossed=made, found=found, refused=refused)


def _withheld(made: Crossed) -> Crossed:
    none = dict.fromkeys(made.scores)
    return structs.replace(made, scores=none, episodes=0, causes={}, flips=())


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


def cause_of(results: Results, *, same_tasks: bool | None = None) -> Cause | None:
    """Say what moved a result; ``None``: nothing did.

    ``same_tasks``: both sets define the tasks the same, so that none is moved by them.
    """
    first, code, tasks, both = results.values()
    known = {r for r in (first, code, tasks, both) if r is not None}
    if len(known) < 2:  # noqa: PLR2004 - two values that differ
        return None
    if None in (first, code, tasks, both):
        return "unknown"
    if same_tasks and (first != tasks or code != both):
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
    found: Mapping[str, Found], used: Mapping[str, Found]
) -> Iterator[tuple[Regrade, Results]]:
    """Yield each episode with its four results; those of refused cells are none."""
    given = {
        name: {(e.run, e.pointer): e.value for e in one.episodes}
        for name, one in used.items()
    }
    for e in next(iter(found.values())).episodes:
        place = (e.run, e.pointer)
        yield e, {name: given.get(name, {}).get(place) for name in found}


def _attributed(
    rows: Sequence[tuple[Regrade, Results]], *, same_tasks: bool | None
) -> Iterator[Attribution]:
    for e, results in rows:
        cause = cause_of(results, same_tasks=same_tasks)
        if cause is not None:
            yield Attribution(
                run=e.run,
                task=e.task,
                trial=e.trial,
                results=dict(results),
                cause=cause,
            )


def _mismatches(found: Found) -> list[Mismatch]:
    """Return the first calls of a cell that gave another result, with whole places."""
    every = (
        structs.replace(m, pointer=f"{e.pointer}{m.pointer or ''}")
        for e in found.episodes
        for m in e.mismatches
    )
    return [m for _, m in zip(range(FIRST), every, strict=False)]


def _same(one: Instrument | None, other: Instrument | None) -> bool | None:
    """Say whether two sets of task data have one digest; ``None``: one has none."""
    digests = [normalise(i.digest) if i else None for i in (one, other)]
    if None in digests:
        return None
    first, second = ((d or "").removeprefix("sha256:") for d in digests)
    return first == second


def _same_build(one: Instrument, other: Instrument) -> bool | None:
    if not (names_a_build(one) and names_a_build(other)):
        return None
    first, second = ((i.version, i.commit, i.digest) for i in (one, other))
    return first == second


def _of(cell: str) -> str:
    """Return the name of a cell's tasks."""
    return cell.partition("/")[2]


def _tasks(found: Found, label: str) -> Instrument:
    if found.task_data is not None:
        return found.task_data
    return Instrument(role="task_data", name=f"tasks {label}, not pinned")


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None
