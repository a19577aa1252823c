"""The digest of a file on disk."""

import hashlib
import os
from pathlib import Path

__all__ = ["digest"]

_PIECE = 1 << 20


def digest(path: str | os.PathLike[str]) -> tuple[int, str]:
    """Return a file's size in bytes and its SHA-256 in lower-case hexadecimal.

    The file is read as it lies on disk, an archive unopened.  Raises ``OSError``.
    """
    size, sha = 0, hashlib.sha256()
    with Path(path).open("rb") as file:
        while piece := file.read(_PIECE):
            size += len(piece)
            sha.update(piece)
    return size, sha.hexdigest()
