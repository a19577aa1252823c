"""Usage of a span from its count attributes: one convention, never a sum of several."""

from collections.abc import Mapping
from typing import Any

from evalrata.schemas.records import Usage
from evalrata.schemas.spans.values import count
from evalrata.schemas.spans.whole import Row, usage_of

__all__ = ["counted"]

Places = tuple[tuple[int, str], ...]

SMALL = 1 << 32
"""What is below needs no closer look; nearly all counts are."""


def counted(
    conventions: tuple[Places, ...], attributes: Mapping[str, Any]
) -> Usage | None:
    """Return the usage; ``None`` where no attribute holds a count.

    Each count is that of the first convention that has it.  The parts of the input
    and of the output come from a convention that agrees on the whole or lacks it.
    """
    row = _row(conventions[0], attributes)
    for places in conventions[1:]:
        _fill(row, _row(places, attributes))
    return usage_of(row)


def _row(places: Places, attributes: Mapping[str, Any]) -> Row:
    row: Row = [None, None, None, None, None, None]
    for position, name in places:
        if row[position] is None:
            value = attributes[name]
            if type(value) is int and 0 <= value < SMALL:
                row[position] = value
            else:
                row[position] = count(value)
    return row


def _fill(row: Row, other: Row) -> None:
    """Take from ``other`` what ``row`` lacks."""
    for whole, parts in ((0, (2, 3)), (1, (4,))):
        if row[whole] is None:
            row[whole] = other[whole]
        if other[whole] is None or other[whole] == row[whole]:
            for part in parts:
                if row[part] is None:
                    row[part] = other[part]
    if row[5] is None:
        row[5] = other[5]
