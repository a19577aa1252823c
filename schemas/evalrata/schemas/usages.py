"""Sums of usage as a report and a card give them: a number, or its interval."""

from collections.abc import Iterable

from evalrata.schemas import tokens
from evalrata.schemas.records import Usage
from evalrata.schemas.report import Multiplier, Number, Tokens

__all__ = ["between", "interval", "multiplier", "ratio"]


def interval(low: float | None, high: float | None) -> Number | None:
    """Return one number where both ends agree, else the interval."""
    if low is None and high is None:
        return None
    low, high = low or 0, high or 0
    return low if low == high else (low, high)


def between(low: Iterable[Usage], high: Iterable[Usage]) -> Tokens:
    """Add what is certain, and all there may be; exact where the two agree."""
    a, b = tokens.add(low), tokens.add(high)
    return Tokens(
        input=interval(a.input, b.input),
        output=interval(a.output, b.output),
        total=interval(tokens.total(a), tokens.total(b)),
    )


def ratio(full: Number | None, root: Number | None) -> Number | None:
    """Divide; an interval below gives an interval; ``None`` where root can be 0."""
    if full is None or root is None or isinstance(full, tuple):
        return None
    low, high = root if isinstance(root, tuple) else (root, root)
    if low == 0:
        return None
    return full / low if low == high else (full / high, full / low)


def multiplier(full: Tokens, root: Tokens) -> Multiplier:
    """Return ``full / root`` of tokens."""
    return Multiplier(
        input=ratio(full.input, root.input),
        output=ratio(full.output, root.output),
        total=ratio(full.total, root.total),
    )
