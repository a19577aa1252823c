"""What a run says about itself before it starts."""

import operator
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timezone
from typing import Any

from msgspec import Struct

from evalrata.instrument.accepted import named
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument, Run, Where

__all__ = ["About", "declared", "names", "run_record"]

MOST = 1 << 53
"""Numbers of tasks and trials are below."""


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


def declared(tasks: Any, trials: Any) -> tuple[tuple[str, ...] | None, int | None]:
    """Return names and number of the declared tasks.

    Raises ``UsageError`` for a negative number, text, what cannot be gone through, a
    name that comes twice, and trials that are no whole number from 1 up.
    """
    if trials is not None and not 1 <= _whole(trials, "trials") < MOST:
        raise UsageError(f"trials={trials}: a task has at least one trial")
    if tasks is None:
        return None, None
    if not isinstance(tasks, Iterable):
        number = _whole(tasks, "tasks")
        if not 0 <= number < MOST:
            raise UsageError(f"tasks={tasks}: give their number, or their names")
        return None, number
    found = names(tasks, "tasks")
    twice = [name for name, times in Counter(found).items() if times > 1]
    if twice:
        raise UsageError(
            f"tasks: {twice[0]!r} comes more than once; name each task once, and say "
            "trials= for several attempts at it"
        )
    return found, len(found)


def names(values: Any, what: str) -> tuple[str, ...]:
    """Return the texts of several names.

    Raises ``UsageError`` for one text, and for what cannot be gone through.
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        number = ", or their number" if what == "tasks" else ""
        raise UsageError(f"{what}={values!r}: give a list of names{number}")
    return tuple(named(value, f"one of {what}") for value in values)


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
        declared_count=about.count if about.tasks is None else None,
        declared_trials=about.trials,
    )


def _whole(value: Any, what: str) -> int:
    # A truth value is an index to Python.
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"{what}={value!r}: give a whole number")
    return operator.index(value)
