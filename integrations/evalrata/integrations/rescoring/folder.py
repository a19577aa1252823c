"""The folder that a re-score writes: all of it, or what was there before."""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from evalrata.integrations.rescoring.earlier import AFTER, REPORT, check_names, earlier
from evalrata.schemas.errors import UsageError

__all__ = ["AFTER", "check_folder", "file_name", "put_json", "staged"]

PREFIX = ".rescore-"
"""Of the folder that is written first."""


def check_folder(folder: Path, archives: Iterable[str], *, force: bool) -> None:
    """Refuse a folder that would mix the re-score with something else.

    ``force`` allows what an earlier re-score left, which its report shows.  Raises
    ``UsageError``, for a folder that cannot be written too.
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
    if folder.is_symlink() and not place.exists():
        raise UsageError(f"-o {folder}: is a link that leads nowhere")
    if place.exists() and not place.is_dir():
        raise UsageError(f"-o {folder}: is no folder")
    _check_empty(folder, force=force)
    _check_writable(folder)


def _check_empty(folder: Path, *, force: bool) -> None:
    if not folder.is_dir() or not any(_listed(folder)):
        return
    if not force:
        raise UsageError(
            f"-o {folder}: is not empty; name another folder, or --force replaces "
            "what an earlier re-score left there"
        )
    if folder / REPORT not in earlier(folder):
        raise UsageError(
            f"-o {folder}: holds no {REPORT} of an earlier re-score, so that --force "
            "has nothing to replace; name another folder"
        )
    check_names(folder)


def _listed(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror or error}") from error


def _check_writable(folder: Path) -> None:
    """Write something and take it away, before hours of grading."""
    absent = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=PREFIX) as file:
            file.write(b"\n")
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            for place in absent:
                place.rmdir()


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Give a folder to write to; what it holds then takes its place in ``folder``.

    Nothing of an earlier re-score stays, and nothing else is touched.  If the context
    fails, ``folder`` is as before.  Raises ``UsageError`` if it cannot be written, or a
    name is taken.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(dir=folder, prefix=PREFIX))
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
    """Replace what an earlier re-score left; the report, which shows it, comes last."""
    found = [path for path in stage.rglob("*") if path.is_file()]
    new = sorted((p.relative_to(stage) for p in found), key=lambda n: n.name == REPORT)
    check_names(folder, tuple(new))
    for path in earlier(folder):
        path.unlink()
    with suppress(OSError):  # it is not there, or holds what is not ours
        (folder / AFTER).rmdir()
    for name in new:
        (folder / name).parent.mkdir(exist_ok=True)
        (stage / name).rename(folder / name)


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
