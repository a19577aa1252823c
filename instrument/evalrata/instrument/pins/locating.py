"""Where a module's code lies, found without importing it."""

import importlib.util
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

__all__ = ["locate"]


def locate(module: str, path: Sequence[str] | None = None) -> Path | None:
    """Return a package's folder or a module's file; dots lead inside.

    Only the first name is asked of the import system, since asking for ``a.b``
    imports ``a``.  ``path`` is another environment's ``sys.path``, of which the folders
    alone are searched.  ``None`` if it is not found, is built in, or lies in more than
    one folder (a namespace).  Raises what a broken import finder raises.
    """
    top, *rest = module.split(".")
    spec = _spec(top, path)
    if spec is None:
        return None
    if spec.submodule_search_locations is None:
        return _file(spec.origin) if not rest else None
    folders = map(Path, spec.submodule_search_locations)
    found = {place for folder in folders for place in _inside(folder, rest)}
    return found.pop() if len(found) == 1 else None


def _spec(top: str, path: Sequence[str] | None) -> ModuleSpec | None:
    if path is None:
        return importlib.util.find_spec(top)
    return PathFinder.find_spec(top, path) if top else None


def _file(origin: str | None) -> Path | None:
    path = None if origin is None else Path(origin)
    return path if path is not None and path.is_file() else None


def _inside(folder: Path, rest: list[str]) -> Iterator[Path]:
    place = folder.joinpath(*rest)
    file = place.with_name(f"{place.name}.py")
    if place.is_dir():
        yield place.resolve()
    elif rest and file.is_file():
        yield file.resolve()
