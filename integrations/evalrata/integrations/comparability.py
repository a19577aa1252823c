"""A comparability table of one's own, beside the one that comes with evalrata."""

import hashlib
import os
from pathlib import Path

import msgspec

from evalrata.schemas.comparability import Comparability, checked, shipped
from evalrata.schemas.errors import UsageError

__all__ = ["described", "extended", "load"]


def load(path: str | os.PathLike[str]) -> Comparability:
    """Read a table from a JSON file, or a TOML file by its name (``.toml``).

    Raises ``UsageError`` naming the place for a file that is missing or is no table.
    """
    name, data = os.fspath(path), _read(path)
    decode = msgspec.toml.decode if name.endswith(".toml") else msgspec.json.decode
    try:
        return checked(decode(data, type=Comparability))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{name}: is no comparability table: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{name}: arrays or tables are nested too deeply") from error


def extended(path: str | os.PathLike[str]) -> Comparability:
    """Return the shipped table with a file's evaluators, which win by name.

    Raises as ``load``.
    """
    return shipped().extended(load(path))


def described(path: str | os.PathLike[str], table: Comparability) -> str:
    """Say which file extended the table, and with what: for a report's notes."""
    name, own = os.fspath(path), load(path)
    over = [e.name for e in own.evaluators if shipped().of(e.name) is not None]
    rest = [e.name for e in table.evaluators if own.of(e.name) is None]
    digest = hashlib.sha256(_read(path)).hexdigest()[:12]
    named = _listed([e.name for e in own.evaluators])
    parts = [f"{name} (sha256 {digest}) says which builds of {named} are comparable"]
    if over:
        parts.append(f"in place of what comes with evalrata for {_listed(over)}")
    if rest:
        parts.append(f"evalrata's own table is used for {_listed(rest)}")
    return "; ".join(parts)


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "nothing"


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{os.fspath(path)}: {reason}") from error
