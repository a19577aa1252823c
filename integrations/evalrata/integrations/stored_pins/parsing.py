"""A stored pin, read back: for a harness that pinned before it ran."""

import os
from pathlib import Path

import msgspec

from evalrata.schemas.errors import UsageError
from evalrata.schemas.pin import SCHEMA, Pin
from evalrata.schemas.records import Instrument

__all__ = ["load_pin", "parse_pin"]


def parse_pin(data: bytes, name: str) -> Pin:
    """Read a pin from JSON; ``name`` is for the message.

    Raises ``UsageError`` naming the place for what is no ``evalrata.pin/1``.
    """
    try:
        found = msgspec.json.decode(data, type=Pin)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{name}: is no pin: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{name}: arrays or objects are nested too deeply") from error
    if found.schema != SCHEMA:
        raise UsageError(f"{name}: is {found.schema!r}, and not {SCHEMA}")
    return found


def load_pin(path: str | os.PathLike[str]) -> tuple[Instrument, ...]:
    """Return the instruments of a file that ``evalrata pin`` wrote.

    ``run(..., instruments=load_pin("results.pin.json"))`` gives them to a run.  Raises
    ``UsageError`` for a file that is missing or is no pin.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{os.fspath(path)}: {reason}") from error
    return parse_pin(data, os.fspath(path)).instruments
