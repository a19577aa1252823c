"""Reads evaluations of one benchmark, put into an upload."""

from tests.integrations.hal.specimens import upload
from tests.integrations.source import source_of

from evalrata.integrations.hal.reader import READER

__all__ = ["grades", "read"]


def read(benchmark, evaluations, **lists):
    """Return the run's records and its faults as (pointer, message)."""
    source = source_of({"x.json": upload(benchmark, evaluations, **lists)})
    (records,) = READER.read(source)
    return records, [(fault.where.pointer, fault.message) for fault in source.faults]


def grades(records):
    """(task, state, value, stored) per episode."""
    return [
        (e.task, e.grade.state, e.grade.value, e.grade.stored) for e in records.episodes
    ]
