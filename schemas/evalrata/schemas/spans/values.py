"""Values of attributes that can be what they stand for; anything else is ``None``."""

import math
from typing import Any

__all__ = ["count", "dollars", "text", "truth"]

LARGEST = 1 << 53
"""Counts are below: from here on a float does not hold every whole number."""
DIGITS = 16
"""As many as ``LARGEST`` has."""


def count(value: Any) -> int | None:
    """Return a number of tokens from 0 to 2**53 - 1.

    A whole float (``100.0``) and text of ASCII digits (``"100"``) have one reading and
    count.  Booleans, negative numbers, fractions, NaN, larger numbers, signs, spaces,
    lists and objects count nothing.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        digits = len(value) <= DIGITS and value.isascii() and value.isdigit()
        return count(int(value)) if digits else None
    if isinstance(value, float):
        value = int(value) if value.is_integer() else -1
    if isinstance(value, int) and 0 <= value < LARGEST:
        return int(value)
    return None


def dollars(value: Any) -> float | None:
    """Return a cost: a finite number from 0; text is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not 0 <= value < LARGEST or not math.isfinite(value):
        return None
    return float(value)


def text(value: Any) -> str | None:
    """Return text that is not empty."""
    return value if isinstance(value, str) and value else None


def truth(value: Any) -> bool | None:
    """Return a boolean; the word ``"true"`` and the number 1 are none."""
    return value if isinstance(value, bool) else None
