"""How a reported total was counted: against root usage, and the other ways to add."""

from typing import TYPE_CHECKING, Any

from evalrata.lint.counted import number
from evalrata.schemas.report import Multiplier, Number, RunRow, Tokens

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = [
    "TOLERANCE",
    "WAYS",
    "bounds",
    "factors",
    "is_close",
    "is_open",
    "no_root",
    "number",
    "over",
    "times",
    "way_of_cost",
    "way_of_usage",
]

WAYS = {
    "full": "every span added",
    "full_calls": "the own usage of every span added",
    "naive_root": "the spans without a parent added",
}
"""Sums over nested spans that get published, in words."""

TOLERANCE = 0.01
"""Two costs this close, relative to the larger, are one: prices are rounded."""


def no_root(run: "RunView") -> str | None:
    """Return why root usage cannot be computed, else ``None``."""
    if reason := run.lacks("span_tree"):
        return reason
    ledger = run.ledger
    if ledger is None:
        return run.lacks("calls", "usage") or "no model call is recorded"
    if not ledger.billed:
        return "no recorded model call says what it used"
    return None


def bounds(number: Number) -> tuple[float, float]:
    """Return the interval of a number."""
    return number if isinstance(number, tuple) else (number, number)


def over(tokens: Tokens | None) -> dict[str, Any]:
    """Return token counts as a finding's values give them."""
    if tokens is None:
        return {}
    return {"input": tokens.input, "output": tokens.output, "total": tokens.total}


def way_of_usage(row: RunRow) -> str | None:
    """Name the sum over nested spans that the reported usage equals, if root is less.

    Only if it is certainly less; see ``is_open``.
    """
    return _nested_way(row, certain=True)


def is_open(row: RunRow) -> bool:
    """Say whether reported usage equals a sum over spans that may be root."""
    return _nested_way(row, certain=True) is None and bool(
        _nested_way(row, certain=False)
    )


def _nested_way(row: RunRow, *, certain: bool) -> str | None:
    usage = row.usage
    said, root = usage.reported, usage.root
    if said is None or root is None or said.total is None or root.total is None:
        return None
    low, high = bounds(root.total)
    if bounds(said.total)[0] <= (high if certain else low):
        return None
    return next((w for w in WAYS if _equal(getattr(usage, w), said)), None)


def _equal(tokens: Tokens | None, said: Tokens) -> bool:
    return tokens is not None and over(tokens) == over(said)


def way_of_cost(row: RunRow) -> str | None:
    """Name the sum whose cost the reported cost is, if root usage costs less."""
    cost = row.cost
    if cost.reported is None or cost.full is None or cost.root is None:
        return None
    full = bounds(cost.full)[0]
    if not is_close(cost.reported, full) or full <= bounds(cost.root)[1] * (
        1 + TOLERANCE
    ):
        return None
    return "full"


def is_close(a: float, b: float) -> bool:
    """Say whether two costs are one, within ``TOLERANCE``."""
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b))


def times(multiplier: Number | None) -> str:
    """Write a multiplier: ``2.00 times``, ``1.00 to 2.00 times``."""
    if multiplier is None:
        return "an unknown multiple of"
    low, high = bounds(multiplier)
    return f"{low:.2f} times" if low == high else f"{low:.2f} to {high:.2f} times"


def factors(multiplier: Multiplier) -> dict[str, Number | None]:
    """Return a multiplier as a finding's values give it."""
    return {
        "input": multiplier.input,
        "output": multiplier.output,
        "total": multiplier.total,
        "cost": multiplier.cost,
    }
