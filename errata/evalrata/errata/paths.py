"""Paths of linted files, seen from the dataset's folder."""

from collections.abc import Iterable
from itertools import takewhile
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

__all__ = ["in_dataset"]


def in_dataset(paths: Iterable[str], root: str | None = None) -> dict[str, str | None]:
    """Return, for each path, where it is below the dataset's folder.

    The folder is ``root``, else the deepest one that holds all of ``paths``.  Only
    names are compared, nothing is looked up.  ``None`` for a path outside ``root``
    or one that would lead out of it.
    """
    parts = {path: _parts(path) for path in paths}
    base = _shared(parts.values()) if root is None else _parts(root)
    return {path: _below(p, base) for path, p in parts.items()}


def _parts(path: str) -> list[str]:
    if "://" in path:
        url = urlsplit(path)
        return [url.scheme, url.netloc, *unquote(url.path).strip("/").split("/")]
    return list(PurePath(path).parts)


def _shared(paths: Iterable[list[str]]) -> list[str]:
    """Return the folders that all paths begin with."""
    levels = zip(*(parts[:-1] for parts in paths), strict=False)
    return [level[0] for level in takewhile(lambda names: len({*names}) == 1, levels)]


def _below(parts: list[str], base: list[str]) -> str | None:
    rest = parts[len(base) :]
    outside = parts[: len(base)] != base or not rest or ".." in rest
    return None if outside or PurePath(*rest).is_absolute() else "/".join(rest)
