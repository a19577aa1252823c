"""Numbers as people read them; ``-`` where there is none."""

import math
from collections.abc import Callable

from evalrata.schemas.report import Number, Score

__all__ = ["NONE", "cost", "count", "dollars", "ratio", "score", "tokens"]

NONE = "-"


def count(number: int, word: str, plural: str | None = None) -> str:
    """Write ``1 run``, ``1,200 runs``."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def score(value: Score | None) -> str:
    """Write a score with the number of episodes behind it: ``0.431/195``."""
    if value is None:
        return NONE
    if value.n is None:
        return f"{value.value:.3f} (n not said)"
    return f"{value.value:.3f}/{value.n:,}"


def tokens(value: Number | None) -> str:
    """Write whole tokens: ``12,345``, or the interval ``[12,000 to 13,000]``."""
    return _number(value, _whole)


def ratio(value: Number | None) -> str:
    """Write a multiplier: ``2.00``."""
    return _number(value, lambda v: f"{v:.2f}")


def dollars(value: Number | None) -> str:
    """Write US dollars: cents above a dollar, four significant digits below."""
    return _number(value, _dollars)


def cost(whole: Number | None, at_least: float | None) -> str:
    """Write a cost, or the part of it that has a price: ``at least $1.36``."""
    if whole is None and at_least is not None:
        return f"at least {_dollars(at_least)}"
    return dollars(whole)


def _dollars(value: float) -> str:
    if value == 0 or abs(value) >= 1:
        return f"${value:,.2f}"
    return f"${value:.4g}"


LONGEST = 128
"""Bits of a whole number that is written out: 39 digits."""


def _whole(value: float) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}"
    if value.bit_length() <= LONGEST:
        return f"{value:,}"
    power = int(value.bit_length() * math.log10(2))
    return f"about {'-' if value < 0 else ''}10^{power}"


def _number(value: Number | None, write: Callable[[float], str]) -> str:
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return f"[{write(value[0])} to {write(value[1])}]"
    return write(value)
