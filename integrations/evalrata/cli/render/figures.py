"""Numbers as people read them; ``-`` where there is none."""

from collections.abc import Callable

from evalrata.schemas.report import Number, Score

__all__ = ["NONE", "count", "dollars", "ratio", "score", "tokens"]

NONE = "-"


def count(number: int, word: str, plural: str | None = None) -> str:
    """Write ``1 run``, ``1,200 runs``."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def score(value: Score | None) -> str:
    """Write a score with the number of episodes behind it: ``0.431/195``."""
    if value is None:
        return NONE
    over = "?" if value.n is None else f"{value.n:,}"
    return f"{value.value:.3f}/{over}"


def tokens(value: Number | None) -> str:
    """Write whole tokens: ``12,345``, or the interval ``[12,000 to 13,000]``."""
    return _number(value, lambda v: f"{v:,.0f}")


def ratio(value: Number | None) -> str:
    """Write a multiplier: ``2.00``."""
    return _number(value, lambda v: f"{v:.2f}")


def dollars(value: Number | None) -> str:
    """Write US dollars: cents above a dollar, four significant digits below."""
    return _number(value, _dollars)


def _dollars(value: float) -> str:
    if value == 0 or abs(value) >= 1:
        return f"${value:,.2f}"
    return f"${value:.4g}"


def _number(value: Number | None, write: Callable[[float], str]) -> str:
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return f"[{write(value[0])} to {write(value[1])}]"
    return write(value)
