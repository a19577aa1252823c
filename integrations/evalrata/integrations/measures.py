"""Numbers that can be what they stand for: counts, and points in time."""

import math
from collections.abc import Callable

from msgspec import structs

from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.records import Where

__all__ = ["MOST", "Refuse", "Refused", "count", "ignored", "point_in_time"]

Refuse = Callable[[str], None]
"""Is told the JSON pointer of a number that is refused."""

LARGEST = 1 << 53
"""Counts are below: from here on a float does not hold every whole number."""
END_OF_TIME = 253_402_300_800.0
"""Seconds from 1970 to the year 10000."""
MOST = 100
"""Refused numbers of one input that are reported one by one."""


def ignored(pointer: str) -> None:
    """Take no note; for who reads a number a second time."""
    del pointer


def count(value: object, refuse: Refuse, pointer: str) -> int | None:
    """Return a whole number, negative ones included; ``None`` for anything else.

    A number that counts nothing (a fraction, NaN, 2**53 or more) is refused.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        if -LARGEST < value < LARGEST:
            return value
        refuse(pointer)
    elif isinstance(value, float):
        if value.is_integer() and abs(value) < LARGEST:
            return int(value)
        refuse(pointer)
    return None


def point_in_time(seconds: float, refuse: Refuse, pointer: str) -> float | None:
    """Return seconds since 1970 up to the year 9999; others are refused."""
    if 0 <= seconds < END_OF_TIME and math.isfinite(seconds):
        return float(seconds)
    refuse(pointer)
    return None


class Refused:
    """Reports refused numbers of one input: the first ``MOST``, then their number."""

    def __init__(self, where: Where, on_fault: Callable[[InputError], None]) -> None:
        """Start with none."""
        self._where = where
        self._on_fault = on_fault
        self._count = 0

    def count(self, pointer: str) -> None:
        """Report a number that is no count."""
        self._add(pointer, "is no count: not a whole number below 2**53; not read")

    def time(self, pointer: str) -> None:
        """Report a number that is no point in time."""
        self._add(pointer, "is no time from 1970 to 9999; not read")

    def close(self) -> None:
        """Say how many were not reported one by one."""
        if self._count > MOST:
            message = f"{self._count - MOST:,} more numbers of it are refused likewise"
            self._on_fault(MalformedError(self._where, message))

    def _add(self, pointer: str, message: str) -> None:
        self._count += 1
        if self._count <= MOST:
            where = structs.replace(self._where, pointer=pointer)
            self._on_fault(MalformedError(where, message))
