"""The version that a source tree states for itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

__all__ = ["stated_version"]


class _Project(Struct):
    version: str | None = None


class _PyProject(Struct):
    project: _Project | None = None


def stated_version(place: Path, root: Path) -> str | None:
    """Return the version in the nearest ``pyproject.toml`` or ``setup.py``.

    Looks from ``place`` up to ``root``.  ``None`` if the nearest one states none (a
    ``dynamic`` version is computed when the project is built).  Nothing is run: of
    ``setup.py``, only a literal ``version="..."`` of its call of ``setup`` is read.
    Raises ``msgspec.DecodeError`` if the one is no TOML, ``SyntaxError`` if the other
    is no Python, ``ImportError`` on Python 3.10 without tomli.
    """
    for folder in (place, *place.parents):
        project, setup = folder / "pyproject.toml", folder / "setup.py"
        if project.is_file():
            found = msgspec.toml.decode(project.read_bytes(), type=_PyProject)
            if found.project is not None:
                return found.project.version
        if setup.is_file():
            return next(_versions(ast.parse(setup.read_bytes())), None)
        if project.is_file() or folder == root:
            return None
    return None


def _versions(tree: ast.AST) -> Iterator[str]:
    """Yield literal versions of calls of ``setup``, whatever it is imported as."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("setup"):
            for keyword in node.keywords:
                value = keyword.value
                if keyword.arg == "version" and isinstance(value, ast.Constant):
                    yield str(value.value)
