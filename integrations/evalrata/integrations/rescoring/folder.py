"""The folder that a re-score writes: all of it, or what was there before."""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from evalrata.schemas.errors import UsageError

__all__ = ["AFTER", "NAMES", "check_folder", "file_name", "put_json", "staged"]

AFTER = "after"
"""Folder of the records after the re-score."""

NAMES = (AFTER, "diff.json", "errata.json", "tables", "crossed.json", "rescore.json")
"""What a re-score may write, the file that says how it went last."""


def check_folder(folder: Path, archives: Iterable[str], *, force: bool) -> None:
    """Refuse a folder that would mix the re-score with something else.

    Raises ``UsageError``.
    """
    place = folder.absolute().resolve()
    for archive in archives:
        of = Path(archive).absolute().resolve()
        if of.is_dir() and (place == of or of in place.parents):
            raise UsageError(
                f"-o {folder}: lies in the archive {archive}, whose digest would "
                "change; name a folder elsewhere"
            )
        if place == of or place in of.parents:
            raise UsageError(f"-o {folder}: holds the archive {archive}; name another")
    if place.exists() and not place.is_dir():
        raise UsageError(f"-o {folder}: is no folder")
    if place.is_dir() and any(place.iterdir()) and not force:
        raise UsageError(
            f"-o {folder}: is not empty; name another folder, or --force replaces "
            "what an earlier re-score left there"
        )


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Give a folder to write to; what it holds then takes its place in ``folder``.

    Nothing of an earlier re-score stays, and nothing else is touched.  If the context
    fails, ``folder`` is as before.  Raises ``UsageError`` if it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(dir=folder, prefix=".rescore-"))
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror or error}") from error
    try:
        yield stage
        _put(stage, folder)
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _put(stage: Path, folder: Path) -> None:
    for name in reversed(NAMES):
        _remove(folder / name)
    for name in NAMES:
        if (stage / name).exists():
            (stage / name).rename(folder / name)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def put_json(path: Path, document: msgspec.Struct) -> None:
    """Write a document, indented."""
    from evalrata.instrument.encodable import as_json  # noqa: PLC0415

    path.write_bytes(msgspec.json.format(as_json(document), indent=2) + b"\n")


def file_name(run: str, taken: set[str]) -> str:
    """Return a name for a run's file that is not taken, and take it."""
    # Not "." alone, no separator, no control character; 100 leave room for a suffix.
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", run).strip("._")[:100] or "run"
    name, number = plain, 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain}_{number}"
    taken.add(name.casefold())
    return f"{name}.jsonl"
