"""Finding and reading the configuration file.

``--config FILE`` names it; otherwise the nearest folder, from the current one
upward, that holds ``evalrata.toml`` or a pyproject.toml with ``[tool.evalrata]``
(in one folder evalrata.toml wins).  In evalrata.toml, or another file that is named,
the keys stand at the top or in ``[tool.evalrata]``, not in both.  Without a file,
nothing heavy is imported.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalrata.schemas.errors import UsageError

if TYPE_CHECKING:  # pydantic is imported only when there is a file to check
    from evalrata.schemas.config import Config

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["configuration"]

OWN, SHARED = "evalrata.toml", "pyproject.toml"


def configuration(named: Path | None, start: Path | None) -> "Config | None":
    """Return the configuration, or ``None`` if there is none.

    ``named`` is what ``--config`` says; else the search starts at ``start``, which is
    ``None`` where the current folder was deleted: then there is none.  Raises
    ``UsageError`` for a file that is missing, is not TOML, or holds a wrong key.
    """
    if named is not None:
        found = _read(named, required=True)
    else:
        found = None if start is None else _nearest(start)
    if found is None:
        return None
    from evalrata.schemas.config import parse  # noqa: PLC0415 - imports pydantic

    origin, table, folder = found
    config = parse(table, origin)
    if config.comparability is None:
        return config
    return config.model_copy(
        update={"comparability": str(folder / config.comparability)}
    )


Found = tuple[str, Mapping[str, Any], Path]
"""What to call it, what it holds, and the folder that its paths start from."""


def _nearest(start: Path) -> Found | None:
    for folder in (start, *start.parents):
        for name in (OWN, SHARED):
            path = folder / name
            if path.is_file() and (found := _read(path)):
                return found
    return None


def _read(path: Path, *, required: bool = False) -> Found | None:
    """Read the table; ``None`` for a pyproject.toml that has no such table."""
    data = _toml(path)
    tool = data.get("tool")
    table = tool.get("evalrata") if isinstance(tool, dict) else None
    if path.name != SHARED:
        if table is None:
            return str(path), data, path.parent
        if len(data) > 1:
            raise UsageError(
                f"{path}: has keys at the top and a table [tool.evalrata]; "
                "keep them in one place"
            )
    elif table is None:
        if required:
            raise UsageError(f"{path}: has no table [tool.evalrata]")
        return None
    return f"{path}: tool.evalrata", table, path.parent


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # not TOML, or not UTF-8
        raise UsageError(f"{path}: is not TOML: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{path}: arrays or tables are nested too deeply") from error
