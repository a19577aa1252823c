"""What a folder holds."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from evalrata.integrations.opening.member import Entry
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Where

__all__ = ["file_entry", "folder_entries"]


def folder_entries(
    root: Path, report: Callable[[InputError], None], hide: Callable[[], None]
) -> Iterator[Entry]:
    """Yield the files below a folder, sorted by their ``/``-separated names.

    ``hide`` is called for each hidden file and folder, which are left out.  Links to
    folders, links that lead out of the folder, and what is not a regular file are
    reported and left out.
    """
    top = root.resolve()

    def unlistable(error: OSError) -> None:
        report(
            InputError(_where(error.filename), f"cannot be listed: {error.strerror}")
        )

    for folder, folders, files in os.walk(root, onerror=unlistable):
        _leave_out_hidden(folders, hide)
        _leave_out_hidden(files, hide)
        for name in folders:
            if (path := Path(folder, name)).is_symlink():
                report(InputError(_where(path), "is a link to a folder; not followed"))
        for name in files:
            path = Path(folder, name)
            try:
                if (reason := _refusal(path, top)) is None:
                    yield file_entry(path, path.relative_to(root).as_posix())
                    continue
            except OSError as error:
                reason = f"cannot be read: {error.strerror}"
            report(InputError(_where(path), reason))


def file_entry(path: Path, name: str) -> Entry:
    """Return a file on disk as an entry."""

    def opened(_stack: ExitStack) -> BinaryIO:
        return path.open("rb")

    return Entry(name, path.stat().st_size, None, opened, seekable=True)


def _leave_out_hidden(names: list[str], hide: Callable[[], None]) -> None:
    for name in names:
        if name.startswith("."):
            hide()
    names[:] = sorted(name for name in names if not name.startswith("."))


def _refusal(path: Path, top: Path) -> str | None:
    if path.is_symlink() and _leads_nowhere(path):
        return "is a link that leads back to itself; not followed"
    if path.is_symlink() and not path.resolve().is_relative_to(top):
        return "is a link that leads out of the folder; not followed"
    if not path.exists():
        return "is a link to nothing"
    if not path.is_file():
        return "is not a regular file"
    return None


def _leads_nowhere(link: Path) -> bool:
    """Say whether links lead in a circle, of which ``resolve`` says so by release."""
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _where(path: str | Path) -> Where:
    return Where(str(path))
