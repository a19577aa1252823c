"""Which run or board, and which places in it, in few words."""

from pathlib import PurePath

from evalrata.schemas.findings import Coverage, Finding
from evalrata.schemas.report import Report

__all__ = ["ALL", "place", "places", "the_run"]

ALL = "all runs together"

FIRST = 5
"""Places inside one file that are printed."""

FILES = 2
"""Places in different files that are printed."""


def place(about: Finding | Coverage) -> str:
    """Name the run or the board; neither means everything that was read."""
    if about.run is not None:
        return about.run
    return ALL if about.board is None else f"board {about.board}"


def the_run(report: Report) -> str | None:
    """Return the id of the only run, which need not be named at each finding."""
    return report.runs[0].id if len(report.runs) == 1 else None


def places(f: Finding) -> str:
    """Write the first places: the file's name, then pointers into it."""
    pointers = [e.pointer for e in f.episodes] or list(f.pointers)
    if f.file is None:
        return _some([_short(p) for p in pointers], FILES)
    file = PurePath(f.file if f.member is None else f.member).name
    return file + _some([f"#{p}" for p in pointers], FIRST)


def _some(texts: list[str], most: int) -> str:
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more:,} more" if more > 0 else "")


def _short(pointer: str) -> str:
    """Shorten ``long/path/folder/file#/pointer`` to ``folder/file#/pointer``."""
    path, mark, inside = pointer.partition("#")
    return "/".join(PurePath(path).parts[-2:]) + mark + inside
