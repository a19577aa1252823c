"""Writing a report: to a file as a whole or not at all, or to standard output."""

import os
import stat
import sys
import tempfile
from pathlib import Path

from evalrata.schemas.errors import UsageError

__all__ = ["write"]


def write(text: str, path: Path | None) -> None:
    """Write ``text`` to ``path``, or to standard output without one.

    A regular file is replaced at once: a reader sees the old or the new content,
    never a part, and a killed process leaves the old one.  Raises ``UsageError`` if
    the file cannot be written.
    """
    if path is None:
        sys.stdout.write(text)
        return
    data = text.encode("utf-8", errors="backslashreplace")
    try:
        _replace(path, data)
    except OSError as error:
        raise UsageError(f"{path}: cannot write: {error.strerror or error}") from error


def _replace(path: Path, data: bytes) -> None:
    mode = _mode(path)
    if mode is None:  # a device or pipe: there is nothing to keep whole
        path.write_bytes(data)
        return
    target = path.resolve()  # a link stays a link to the new content
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int | None:
    """Permissions of the file to be; ``None`` if it is not a regular file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(found.st_mode) if stat.S_ISREG(found.st_mode) else None
