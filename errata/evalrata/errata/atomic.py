"""Replacing a file: the whole of it, or nothing."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["replace"]


def replace(path: Path, data: bytes) -> None:
    """Make ``data`` the content of ``path``.

    A reader sees the old file or the new one, and a killed process leaves the old one
    whole.  A link stays a link, to the new content; the file's permissions stay.  What
    is no regular file (a device, a pipe) is written to and never replaced.  Raises
    ``OSError`` if it cannot be written; then the old file stands.
    """
    mode = _mode(path)
    if mode is None:
        path.write_bytes(data)
        return
    target = path.resolve()
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
    _sync(target.parent)


def _mode(path: Path) -> int | None:
    """Permissions of the file to be; ``None`` if it is not a regular file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(found.st_mode) if stat.S_ISREG(found.st_mode) else None


def _sync(folder: Path) -> None:
    """Make the rename durable, where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
