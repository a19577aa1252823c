"""Files of a revision onto the disk, within limits."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from evalrata.integrations.diffing.git import Objects, Repository
from evalrata.integrations.diffing.tree import Entry
from evalrata.integrations.opening.names import is_hidden, refusal
from evalrata.schemas.errors import InputError, LimitError, MalformedError
from evalrata.schemas.records import Where

__all__ = ["BOUNDS", "Bounds", "Extraction", "extract"]

LINK, SUBMODULE = "120000", "160000"

READ = re.compile(
    r"\.(jsonl?|ndjson|csv|tsv|parquet|eval|zip|tar|t?gz|zst|bz2|xz|db|sqlite3?|ya?ml"
    r"|toml|log|txt|pb|encrypted)$",
    re.IGNORECASE,
)
"""Names of files that may hold records; pictures, pages and code are left out."""


class Bounds(Struct, frozen=True, kw_only=True):
    """How much of a revision is written to the disk."""

    files: int = 100_000
    file_bytes: int = 2 << 30
    """Of one file."""
    all_bytes: int = 8 << 30
    """Of all together."""
    name: int = 1024
    """Characters of a name."""


BOUNDS = Bounds()


class _Left:
    """Counts what is left out, and why."""

    def __init__(self) -> None:
        self._why: dict[str, int] = {}

    def out(self, why: str) -> None:
        self._why[why] = self._why.get(why, 0) + 1

    def notes(self) -> Iterator[str]:
        for why, count in sorted(self._why.items()):
            entries = "entry" if count == 1 else "entries"
            yield f"{count:,} {entries} left out: {why}"


class Extraction(Struct, frozen=True, kw_only=True):
    """From where to where files are written."""

    repository: Repository
    base: str
    """The folder that ``target`` stands for, from the repository's root."""
    target: Path
    report: Callable[[InputError], None]
    place: Callable[[str], str]
    """Writes a name from the root as faults show it."""
    gone: frozenset[str] = frozenset()
    """Ids of files that are not in the repository (``Repository.missing``)."""
    bounds: Bounds

    def fault(self, kind: type[InputError], name: str, message: str) -> None:
        """Report what is wrong with a file."""
        self.report(kind(Where(self.place(name)), message))


def extract(how: Extraction, listed: Sequence[Entry]) -> tuple[str, ...]:
    """Write files of a revision to the disk.

    Returns notes on what was left out: links, submodules, hidden files, and files whose
    name says that they hold no records.  What is missing, refused or too large is
    reported.
    """
    left = _Left()
    wanted = list(_wanted(how, listed, left))
    most = how.bounds.files
    if len(wanted) > most:
        how.fault(LimitError, how.base, f"has more than {most:,} files")
        wanted = wanted[:most]
    _written(how, deque(wanted))
    return tuple(left.notes())


ENDINGS = 20
"""Files at which git may end, being damaged, before the rest is given up."""


def _written(how: Extraction, wanted: deque[tuple[Entry, str]]) -> None:
    """Write each file; git is started again after one that it cannot read."""
    total = 0
    lacking: list[str] = []
    for _ in range(ENDINGS):
        with how.repository.objects() as objects:
            while wanted:
                entry, name = wanted.popleft()
                try:
                    size = None if entry.oid in how.gone else objects.size(entry.oid)
                    if size is None:
                        lacking.append(entry.name)
                    else:
                        total += _one(how, (entry, name), objects, size, total)
                except InputError:
                    said = "git cannot read it: the object is damaged (git fsck)"
                    how.fault(InputError, entry.name, said)
                    break
        if not wanted:
            break
    else:
        how.fault(LimitError, how.base, f"{len(wanted):,} more files were given up")
    _report_lacking(how, lacking)


FEW = 3
"""Files whose objects are not there that are told one by one."""


def _report_lacking(how: Extraction, names: Sequence[str]) -> None:
    """Report files that the repository does not hold; many of them at once."""
    if len(names) <= FEW:
        for name in names:
            how.fault(InputError, name, f"is {LACKING}")
        return
    said = f"{len(names):,} files, the first of them {names[0]}, are {LACKING}"
    how.fault(InputError, how.base, said)


def _one(
    how: Extraction, file: tuple[Entry, str], objects: Objects, size: int, total: int
) -> int:
    """Write a file, or report why it is not; returns the bytes that were written.

    Raises ``InputError`` where git ends.
    """
    entry, name = file
    if said := _too_large(size, total, how.bounds):
        how.fault(LimitError, entry.name, said)
        objects.skip(size)
        return 0
    _write(how, entry, name, objects, size)
    return size


LACKING = (
    "not among the objects of this repository, or damaged; git fetch --refetch "
    "brings what a partial clone lacks, and git fsck names what is damaged"
)


def _wanted(
    how: Extraction, listed: Sequence[Entry], left: _Left
) -> Iterator[tuple[Entry, str]]:
    """Yield files with their names below the folder."""
    for entry in listed:
        name = entry.name.removeprefix(f"{how.base}/") if how.base else entry.name
        if entry.mode == LINK:
            left.out("symbolic links are not followed")
        elif entry.mode == SUBMODULE:
            left.out("submodules are other repositories")
        elif why := refusal(name, how.bounds.name):
            how.fault(MalformedError, entry.name, why)
        elif is_hidden(name):
            left.out("hidden")
        elif len(listed) > 1 and not READ.search(name):
            left.out("not named like a file of records")
        else:
            yield entry, name


def _too_large(size: int, total: int, bounds: Bounds) -> str | None:
    if size > bounds.file_bytes:
        return f"has {size:,} bytes: at most {bounds.file_bytes:,} are read of a file"
    if total + size > bounds.all_bytes:
        return f"would be more than {bounds.all_bytes:,} bytes with the files before it"
    return None


def _write(
    how: Extraction, entry: Entry, name: str, objects: Objects, size: int
) -> None:
    path = how.target / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
    except OSError as error:
        objects.skip(size)
        said = f"cannot be written here: {error.strerror or error}"
        how.fault(InputError, entry.name, said)
        return
    try:
        with file:
            objects.copy(size, file)
    except InputError:
        path.unlink()  # a part would be read as if the file broke off
        raise
