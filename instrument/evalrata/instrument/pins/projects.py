"""The version that a source tree states for itself."""

from pathlib import Path

import msgspec
from msgspec import Struct

__all__ = ["stated_version"]


class _Project(Struct):
    version: str | None = None


class _PyProject(Struct):
    project: _Project | None = None


def stated_version(place: Path, root: Path) -> str | None:
    """Return ``project.version`` of the nearest ``pyproject.toml``.

    Looks from ``place`` up to ``root``.  ``None`` if the nearest one states none (a
    ``dynamic`` version is computed when the project is built).  Raises
    ``msgspec.DecodeError`` if it is no TOML, ``ImportError`` on Python 3.10 without
    tomli.
    """
    for folder in (place, *place.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            found = msgspec.toml.decode(file.read_bytes(), type=_PyProject)
            return None if found.project is None else found.project.version
        if folder == root:
            return None
    return None
