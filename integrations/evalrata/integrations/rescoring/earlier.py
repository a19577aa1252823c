"""What an earlier re-score left in its folder: the files that may be replaced.

A file is a re-score's own by what it says it is: the schema that it names, the id of
a draft of errata, the fields of a cross.  Everything else is somebody's, whatever its
name: a draft that was published under another id too.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from evalrata.integrations.records.shapes import SCHEMA as RECORDS
from evalrata.schemas.diff import SCHEMA as DIFF
from evalrata.schemas.errors import UsageError
from evalrata.schemas.rescore import SCHEMA as RESCORE
from evalrata.schemas.rescore import Crossed

__all__ = ["AFTER", "DRAFT", "REPORT", "check_names", "earlier"]

AFTER = "after"
"""Folder of the records after the re-score."""

REPORT = "rescore.json"
"""Says how it went."""

CROSSED = "crossed.json"
"""A cross; it names no schema of its own."""

ERRATA = "errata.json"

SCHEMAS = {REPORT: RESCORE, "diff.json": DIFF}
"""Documents, and the schema that each names."""

DRAFT = "draft:rescore-"
"""How the id of a draft of errata begins."""

NAMES = (CROSSED, ERRATA, *SCHEMAS)
"""Beside the folder of the records."""

LINE = 1 << 20
"""Bytes of an archive's first line that are looked at."""

FOREIGN = "is not what an earlier re-score wrote; move it away, or name another folder"


class _Header(Struct):
    id: str = ""


class _Named(Struct):
    schema: str = ""
    document: _Header | None = None


def earlier(folder: Path) -> tuple[Path, ...]:
    """Return the files of an earlier re-score, the report last."""
    after = folder / AFTER
    inside = () if after.is_symlink() else sorted(after.glob("*.jsonl"))
    found = [*inside, *(folder / name for name in NAMES)]
    ours = [path for path in found if _is_ours(path)]
    return tuple(sorted(ours, key=lambda path: path.name == REPORT))


def check_names(folder: Path, new: Iterator[Path] | tuple[Path, ...] = ()) -> None:
    """Refuse a folder where a name to be written is somebody's; ``new``: more names.

    Raises ``UsageError``.
    """
    after = folder / AFTER
    if after.is_symlink() or (after.exists() and not after.is_dir()):
        raise UsageError(f"-o {folder}: {AFTER} {FOREIGN}")
    ours = set(earlier(folder))
    for name in (*map(Path, NAMES), *new):
        place = folder / name
        if (place.exists() or place.is_symlink()) and place not in ours:
            raise UsageError(f"-o {folder}: {name} {FOREIGN}")


def _is_ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    try:
        if path.parent.name == AFTER:
            with path.open("rb") as file:
                return _named(file.readline(LINE)).schema == RECORDS
        if path.name == CROSSED:
            msgspec.json.decode(path.read_bytes(), type=Crossed)
            return True
        said = _named(path.read_bytes())
    except (OSError, msgspec.MsgspecError, RecursionError):
        return False
    if path.name == ERRATA:
        return said.document is not None and said.document.id.startswith(DRAFT)
    return said.schema == SCHEMAS[path.name]


def _named(data: bytes) -> _Named:
    return msgspec.json.decode(data, type=_Named)
