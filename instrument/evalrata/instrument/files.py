"""The two files of a run, asked before anything is written."""

import os
from pathlib import Path
from typing import Any

from evalrata.instrument.lines import SCHEMA as RECORDS
from evalrata.instrument.told import described
from evalrata.schemas.card import SCHEMA
from evalrata.schemas.errors import UsageError

__all__ = ["separate", "writable"]

HEAD = 4096
"""Bytes in which a card names its schema."""


def separate(archive: Any, card: Any) -> tuple[Path | None, Path | None]:
    """Return both paths.

    Raises ``UsageError`` for what is no path, and for one path said twice.
    """
    records, numbers = _path(archive, "archive"), _path(card, "card")
    if records is not None and numbers is not None and _same(records, numbers):
        raise UsageError(
            f"archive and card are both {records}: give the card a file of its own"
        )
    return records, numbers


def writable(card: Path) -> None:
    """Refuse a place where the card would replace something else.

    A card may replace a card.  Raises ``UsageError`` for another file.
    """
    try:
        if not card.exists():
            return
        with card.open("rb") if card.is_file() else _nothing() as file:
            head = file.read(HEAD)
    except (OSError, ValueError) as error:
        raise UsageError(f"{card} cannot be the card: {error}") from None
    if head and (SCHEMA.encode() not in head or RECORDS.encode() in head):
        raise UsageError(
            f"{card} exists and is no run card: it would be replaced; name another file"
        )


def _path(value: Any, what: str) -> Path | None:
    if value is None:
        return None
    path = isinstance(value, (str, os.PathLike))
    if not path or not str(value) or "\0" in str(value):
        raise UsageError(f"{what}={described(value):.80}: give a path")
    return Path(value).absolute()  # the harness may change its folder meanwhile


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _nothing() -> Any:
    raise ValueError("it is no regular file")
