"""What a run says about itself before it starts."""

from collections.abc import Sequence
from datetime import datetime, timezone

from msgspec import Struct

from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument, Run, Where

__all__ = ["About", "declared", "run_record"]


class About(Struct, frozen=True, kw_only=True):
    """The arguments of ``run``, as records have them."""

    id: str
    benchmark: str | None = None
    agent: str | None = None
    models: tuple[str, ...] = ()
    tasks: tuple[str, ...] | None = None
    """Names of the tasks to be run; ``None``: not said, or only how many."""
    count: int | None = None
    """How many tasks; ``None``: not said."""
    trials: int | None = None


def declared(
    tasks: Sequence[object] | int | None, trials: int | None
) -> tuple[tuple[str, ...] | None, int | None]:
    """Return names and number of the declared tasks.

    Raises ``UsageError`` for a negative number, text, or fewer than one trial.
    """
    if trials is not None and trials < 1:
        raise UsageError(f"trials={trials}: a task has at least one trial")
    if tasks is None or isinstance(tasks, int):
        if tasks is not None and tasks < 0:
            raise UsageError(f"tasks={tasks}: give their number, or their names")
        return None, tasks
    if isinstance(tasks, str):
        raise UsageError(f"tasks={tasks!r}: give a list of names, or their number")
    names = tuple(str(task) for task in tasks)
    return names, len(names)


def run_record(
    about: About, started: float, instruments: tuple[Instrument, ...], file: str
) -> Run:
    """Return the run as records have it."""
    day = datetime.fromtimestamp(started, timezone.utc).date().isoformat()
    return Run(
        id=about.id,
        format="evalrata-records",
        where=Where(file),
        benchmark=about.benchmark,
        agent=about.agent,
        models=about.models,
        instruments=instruments,
        date=day,
        declared_tasks=about.tasks,
        declared_trials=about.trials,
    )
