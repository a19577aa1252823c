"""Places in the inputs, for findings that speak of several runs."""

import msgspec

from evalrata.lint.counted import number
from evalrata.schemas.records import Run

__all__ = ["place", "rows"]


def place(run: Run, pointer: str | None = None) -> str:
    """Name a place in the run's own file: ``a.zip!/b.json#/info/commit``."""
    if pointer is None:
        return str(run.where)
    return str(msgspec.structs.replace(run.where, pointer=pointer))


def rows(count: int) -> str:
    """Write a number of rows."""
    return number(count, "row")
