"""The columns of the tables that an archive is written to as Parquet."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from evalrata.schemas.records import Call, Episode, Usage

__all__ = ["CALLS", "EPISODES", "RECORD", "Columns"]

RECORD = "record"
"""The column with the line's JSON."""

MOST = 1 << 63
"""Whole numbers of 64 bits are below."""

Columns = dict[str, tuple[str, Callable[[Any], Any]]]
"""By name: the Arrow type, and how the value is read off a record."""


def _episode(read: Callable[[Episode], Any]) -> Callable[[Any], Any]:
    return read


def _own(name: str) -> Callable[[Struct], Any]:
    return lambda record: getattr(record, name)


def _whole(read: Callable[[Any], int | None]) -> Callable[[Any], int | None]:
    """Leave out what the type has no room for; the line's JSON has it."""

    def bounded(record: Struct) -> int | None:
        value = read(record)
        return value if value is None or abs(value) < MOST else None

    return bounded


def _used(name: str) -> Callable[[Call], int | None]:
    return _whole(lambda call: getattr(call.usage or Usage(), name))


EPISODES: Columns = {
    "id": ("string", _own("id")),
    "task": ("string", _own("task")),
    "trial": ("int64", _whole(_own("trial"))),
    "state": ("string", _episode(lambda e: e.grade.state)),
    "value": ("float64", _episode(lambda e: e.grade.value)),
    "stored": ("float64", _episode(lambda e: e.grade.stored)),
    "termination": ("string", _episode(lambda e: e.termination.kind)),
    "actions": (
        "int64",
        _episode(lambda e: None if e.actions is None else len(e.actions)),
    ),
}
"""Grades are those of the episode's own line; later ones stand in ``run.json``."""

CALLS: Columns = {
    **{
        name: ("string", _own(name))
        for name in (
            *("id", "parent", "trace", "response", "kind", "name", "scope"),
            *("model", "provider", "actor", "known", "task"),
        )
    },
    "trial": ("int64", _whole(_own("trial"))),
    **{
        name: ("int64", _used(name))
        for name in ("input", "output", "cache_read", "cache_write", "reasoning")
    },
    "error": ("bool", _own("error")),
    "started": ("float64", _own("started")),
    "ended": ("float64", _own("ended")),
}
