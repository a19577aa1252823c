r"""The digest of a file or folder, which anybody can recompute with shell tools.

A file's digest is its SHA-256.  A folder's is the SHA-256 of the lines that
``sha256sum`` prints for its files, sorted by the bytes of their relative paths::

    find -L . -name '.?*' -prune -o -name __pycache__ -prune -o \
        -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum

So names that begin with a dot and ``__pycache__`` are left out, links are followed
(a Hugging Face snapshot holds nothing else), and paths have ``/`` on every system.
``sha256sum`` escapes a backslash or a newline in a name; here it stays as it is.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["files_in", "path_digest"]

_CHUNK = 1 << 20


def path_digest(path: str | os.PathLike[str]) -> str | None:
    """Return the SHA-256 (hex) of a file, or of a folder's files.

    ``None`` for a folder without files: it has no content to identify.  Raises
    ``OSError`` for what cannot be read, is no file or folder, or links to a folder
    that it is in.
    """
    root = Path(path)
    if not root.is_dir():
        return _file_digest(root)
    files = {os.fsencode(p.relative_to(root).as_posix()): p for p in files_in(root)}
    lines = hashlib.sha256()
    for name in sorted(files):
        lines.update(_file_digest(files[name]).encode() + b"  " + name + b"\n")
    return lines.hexdigest() if files else None


def _file_digest(path: Path) -> str:
    if not path.is_file():  # reading a pipe or device might never end
        raise OSError(f"{path}: neither a file nor a folder")
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def files_in(folder: Path, above: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """Yield the files of a folder that its digest is of, in no order.

    Raises ``OSError`` for a link to a folder that it is in.
    """
    real = folder.resolve()
    if real in above:
        raise OSError(f"{folder}: links to a folder that it is in")
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from files_in(path, above | {real})
        else:
            yield path
