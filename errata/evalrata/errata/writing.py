"""Writing a document: the whole of it, or nothing."""

import json
import os
import secrets
from contextlib import suppress
from os import PathLike
from pathlib import Path

from evalrata.schemas.errata import ErrataDocument

__all__ = ["to_json", "write"]


def to_json(document: ErrataDocument) -> str:
    """Return the document's one spelling: sorted keys, two spaces, ASCII.

    What was not stated is left out; a stated ``None`` is written as null.
    """
    value = document.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return json.dumps(value, indent=2, sort_keys=True, allow_nan=False) + "\n"


def write(document: ErrataDocument, path: str | PathLike[str]) -> None:
    """Write ``document`` to ``path`` atomically.

    A reader sees the old file or the new one.  The folder is made if it is missing.
    Raises ``OSError`` if the file cannot be written; then the old one stands.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = to_json(document)
    # Not tempfile: its files are for their owner alone, and the name would keep that.
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the rename durable, where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
