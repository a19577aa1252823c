"""What is kept of the runs that are read: enough to compare them."""

from collections.abc import Sequence
from pathlib import PurePath

from msgspec import structs

from evalrata.integrations.remote import is_url, shown
from evalrata.lint.comparing.kept import Kept, keep
from evalrata.schemas.records import RunRecords

__all__ = ["Keeper", "placed"]


class Keeper:
    """Takes the runs that ``Reading`` reads; the records themselves are dropped."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self.kept: list[Kept] = []

    def add(self, records: RunRecords) -> None:
        """Keep a run's row, and a line for each of its episodes."""
        self.kept.append(keep(records))


def placed(kept: Kept, named: str, given: Sequence[str]) -> Kept:
    """Add what tells a run from its namesakes: its id in its file, and its place.

    ``given``: the paths that the side is; a place is counted from one of them.
    """
    where = kept.entry.run.where
    names = [shown(p) if is_url(p) else _written(p) for p in given]
    file = where.file if is_url(where.file) else _written(where.file)
    inside = _below(file, names)
    place = inside if where.member is None else f"{inside}!/{where.member}"
    return structs.replace(kept, named=named, place=place)


def _written(path: str) -> str:
    """Write a path in one way: ``./a/`` as ``a``."""
    return str(PurePath(path))


def _below(file: str, given: Sequence[str]) -> str:
    """Return the part of a file's path below the innermost path that was given."""
    roots = [path.rstrip("/") for path in given]
    above = [root for root in roots if file == root or file.startswith(f"{root}/")]
    if not above:
        return file
    root = max(above, key=len)
    # Of several files that are given, the name tells them apart.
    if file == root and len(given) > 1:
        return root.rpartition("/")[2]
    return file[len(root) :].lstrip("/")
