"""How many episodes a run says it covers, and which of them are absent."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode, Run

__all__ = ["Declared", "absent", "declared"]


class Declared(Struct, frozen=True, kw_only=True):
    """What a run says it covers."""

    count: int
    """Episodes."""
    basis: str
    """How the number came about, for messages (``50 tasks x 4 trials``)."""
    pointer: str | None = None
    tasks: tuple[str, ...] | None = None
    """``None``: the tasks are not named, only their number is known."""
    trials: int = 1


def declared(run: Run) -> Declared | None:
    """Return what ``run`` covers; ``None`` if it does not say.

    Named tasks times trials; without named tasks, the number that the benchmark's
    harness divides by, where the reader knows it
    (``Run.notes["denominator"] = {"value": 50, "source": "..."}``).
    """
    if run.declared_tasks is not None:
        tasks = tuple(dict.fromkeys(run.declared_tasks))
        trials = run.declared_trials or 1
        times = f" x {trials} trials" if trials > 1 else ""
        return Declared(
            count=len(tasks) * trials,
            basis=f"{len(tasks)} tasks{times}",
            pointer=run.declared_pointer,
            tasks=tasks,
            trials=trials,
        )
    note = (run.notes or {}).get("denominator")
    if note is None:
        return None
    return Declared(count=note["value"], basis=note["source"])


def absent(said: Declared, episodes: Sequence[Episode]) -> Iterator[EpisodeRef]:
    """Yield the declared episodes that ``episodes`` lacks.

    One per task and trial where trials are numbered from 0 or 1; otherwise one per
    task.  ``values`` gives how many of the task's trials are absent.
    """
    seen: dict[str, list[int | None]] = {}
    for episode in episodes:
        seen.setdefault(episode.task, []).append(episode.trial)
    first = _first_trial([e.trial for e in episodes], said.trials)
    for task in said.tasks or ():
        trials = seen.get(task, [])
        numbers = {t for t in trials if t is not None}
        unnumbered = trials.count(None)
        short = said.trials - len(numbers) - unnumbered
        if short <= 0:
            continue
        if first is None or unnumbered:
            yield _absent(said, task, None, short)
            continue
        for trial in range(first, first + said.trials):
            if trial not in numbers:
                yield _absent(said, task, trial, 1)


def _absent(said: Declared, task: str, trial: int | None, count: int) -> EpisodeRef:
    return EpisodeRef(
        task=task, trial=trial, pointer=said.pointer or "", values={"absent": count}
    )


def _first_trial(trials: Sequence[int | None], declared_trials: int) -> int | None:
    """Return the number of the first trial; ``None`` if the numbers do not tell."""
    numbers = {t for t in trials if t is not None}
    if not numbers:
        return None
    if min(numbers) == 0 and max(numbers) < declared_trials:
        return 0
    if min(numbers) >= 1 and max(numbers) == declared_trials:
        return 1
    return None
