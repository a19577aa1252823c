"""The run that an archive is of, from its first or its closing line."""

from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import PurePath
from typing import Any

import msgspec
from msgspec import structs

from evalrata.integrations.measures import Refused, point_in_time
from evalrata.integrations.reader import Source
from evalrata.integrations.records.collected import Collected
from evalrata.schemas.errors import MalformedError
from evalrata.schemas.records import Instrument, Run

__all__ = ["run_of"]

READ = frozenset(
    {
        "id",
        "benchmark",
        "domains",
        "agent",
        "scaffold",
        "models",
        "instruments",
        "date",
        "declared_tasks",
        "declared_count",
        "declared_trials",
        "pass_mark",
        "rescoring",
    }
)
"""Fields of the run that a live run states; the others are a reader's to set."""


def run_of(found: Collected, source: Source, format_: str, refused: Refused) -> Run:
    """Return the run, as its last statement has it.

    A statement that does not fit is a fault; the run is then named by its file.
    """
    pointer, stated = _stated(found)
    run = _fitting(pointer, stated, source, format_)
    return structs.replace(
        run,
        instruments=_pinned(found, pointer, run),
        date=run.date or _date(found, refused),
        declared_pointer=pointer if _declares(run) else None,
    )


def _declares(run: Run) -> bool:
    return run.declared_tasks is not None or run.declared_count is not None


def _pinned(found: Collected, pointer: str, run: Run) -> tuple[Instrument, ...]:
    """Return the run's instruments, then those that other processes pinned."""
    placed = {
        structs.replace(i, pointer=None): f"{pointer}/instruments/{n}"
        for n, i in enumerate(run.instruments)
    }
    for place, pin in found.pins:
        placed.setdefault(structs.replace(pin, pointer=None), place)
    return tuple(structs.replace(i, pointer=place) for i, place in placed.items())


def _stated(found: Collected) -> tuple[str, Mapping[str, Any]]:
    if found.closed is not None and found.closed.closed.run is not None:
        return f"{found.closed.pointer}/run", found.closed.closed.run
    if found.head is not None and found.head[1].run is not None:
        return f"{found.head[0]}/run", found.head[1].run
    return "", {}


def _fitting(
    pointer: str, stated: Mapping[str, Any], source: Source, format_: str
) -> Run:
    own = {k: v for k, v in stated.items() if k in READ}
    name = PurePath(source.where.member or source.where.file).stem
    fixed = {"format": format_, "where": structs.asdict(source.where)}
    try:
        return msgspec.convert({"id": name, **own, **fixed}, Run)
    except msgspec.ValidationError as error:
        place = structs.replace(source.where, pointer=pointer)
        source.fault(MalformedError(place, f"does not fit: {error}"))
        return Run(id=name, format=format_, where=source.where)


def _date(found: Collected, refused: Refused) -> str | None:
    """Return the day on which the run began (UTC)."""
    if found.head is None or found.head[1].started is None:
        return None
    pointer, line = found.head
    began = point_in_time(line.started or 0.0, refused.time, f"{pointer}/started")
    if began is None:
        return None
    return datetime.fromtimestamp(began, timezone.utc).date().isoformat()
