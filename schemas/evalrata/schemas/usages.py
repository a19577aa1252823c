"""Sums of usage as a report and a card give them: a number, or its interval."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from evalrata.schemas import tokens
from evalrata.schemas.records import Actor, Usage
from evalrata.schemas.report import Multiplier, Number, Tokens, Usages

__all__ = ["Sums", "between", "counted", "interval", "multiplier", "ratio"]

ByModel = Mapping[str, Usage]


class Sums(Protocol):
    """What a ledger adds up, of an archive or of a run that goes on."""

    @property
    def full(self) -> ByModel:
        """Every span, roll-ups included."""

    @property
    def full_calls(self) -> ByModel:
        """Every span's own usage."""

    @property
    def naive_root(self) -> ByModel:
        """Spans without a parent."""

    @property
    def root_low(self) -> ByModel:
        """The certain records."""

    @property
    def root_high(self) -> ByModel:
        """All records."""


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


def counted(
    sums: Sums,
    *,
    by_actor: dict[Actor, Tokens] | None,
    reported: Tokens | None = None,
) -> Usages:
    """Return tokens in each of the ways of counting, beside what was reported."""
    full = _exact(sums.full)
    root = between(sums.root_low.values(), sums.root_high.values())
    return Usages(
        reported=reported,
        full=full,
        full_calls=_exact(sums.full_calls),
        root=root,
        naive_root=_exact(sums.naive_root),
        multiplier=multiplier(full, root),
        by_actor=by_actor,
    )


def _exact(sums: ByModel) -> Tokens:
    return between(sums.values(), sums.values())
