"""Numbers of a run card as text; an interval is never written as one number."""

from collections.abc import Callable
from fractions import Fraction

from evalrata.schemas.report import Number

__all__ = ["count", "dollars", "fraction", "ratio", "share", "whole"]

FULL = 100
"""Per cent."""


def count(number: int, one: str, several: str | None = None) -> str:
    """Write ``1 span``, ``1,200 spans``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def whole(value: Number) -> str:
    """Write tokens: ``12,345``, or ``12,000 to 13,000``."""
    return _each(value, lambda v: f"{v:,.0f}" if isinstance(v, float) else f"{v:,}")


def ratio(value: Number | None) -> str:
    """Write a multiplier: ``2.00``, or ``not known``."""
    return "not known" if value is None else _each(value, lambda v: f"{v:.2f}")


def dollars(value: Number) -> str:
    """Write US dollars: cents from a dollar up, four significant digits below."""
    return _each(value, lambda v: f"${v:,.2f}" if v >= 1 or v == 0 else f"${v:.4g}")


def fraction(part: int, of: int) -> str:
    """Write how much of all: ``97.5 %``; rounded down, so that 100 % means all.

    ``of`` must not be 0.
    """
    tenths = 1000 * part // of
    return f"{tenths // 10}.{tenths % 10} %"


def share(part: float, of: float) -> str:
    """Write whose part of a sum: ``20 %``.

    Rounded, but neither nothing nor all is written for what is not quite that.  ``of``
    must not be 0.
    """
    percent = round(100 * Fraction(part) / Fraction(of))
    if percent == 0 and part:
        return "under 1 %"
    return "over 99 %" if percent == FULL and part != of else f"{percent} %"


def _each(value: Number, write: Callable[[float], str]) -> str:
    if isinstance(value, tuple):
        return f"{write(value[0])} to {write(value[1])}"
    return write(value)
