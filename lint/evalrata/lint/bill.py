"""What usage costs at dated prices, and which of it has no price."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from evalrata.schemas.prices import Pricer
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.report import Costs
from evalrata.schemas.root_usage import Billed, as_summed
from evalrata.schemas.tokens import FIELDS

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["NAMELESS", "Bill", "costs", "spans"]

NAMELESS = "(no model recorded)"
"""How usage without a model is named among what has no price."""


def costs(view: "RunView") -> Costs:
    """Return the reported cost, and what full and root usage cost.

    Root usage is priced call by call, since a long call can have a price of its own.
    A roll-up is no call: it is priced in parts no longer than the run's longest call
    of that model.
    """
    reported, ledger = view.run.reported.cost, view.ledger
    if ledger is None or view.price is None:
        return Costs(reported=reported)
    bill = Bill(view.price, view.run.date)
    low = bill.sum((b.model or "", b.usage) for b in ledger.billed if b.certain)
    high = bill.sum((b.model or "", b.usage) for b in ledger.billed)
    full = bill.sum(spans(view.calls, ledger.billed))
    root = high if low == high else (low or 0.0, high or 0.0)
    unpriced = tuple(sorted(bill.unpriced))
    return Costs(reported=reported, full=full, root=root, unpriced=unpriced)


def spans(
    calls: Iterable[Call], billed: Iterable[Billed]
) -> Iterator[tuple[str, Usage]]:
    """Yield what adding every span adds, by model, in parts that can be priced."""
    longest = _longest(billed)
    for call in calls:
        yield from _parts(call, longest)


class Bill:
    """Adds prices, and remembers what has none."""

    def __init__(self, price: Pricer, date: str | None) -> None:
        """Price everything at one date."""
        self._price, self._date = price, date
        self.unpriced: set[str] = set()

    def sum(self, items: Iterable[tuple[str, Usage]]) -> float | None:
        """Add what can be priced; ``None`` if nothing can.

        Usage that says 0 tokens, or nothing, adds nothing and needs no price.
        """
        prices = []
        for model, usage in items:
            if not (usage.input or usage.output):
                continue
            price = self._price(model, usage, self._date) if model else None
            if price is None:
                self.unpriced.add(model or NAMELESS)
            else:
                prices.append(price)
        # Ten decimals: far below a token's price, far above binary noise.
        return round(math.fsum(prices), 10) if prices else None


def _longest(billed: Iterable[Billed]) -> dict[str, int]:
    """Return the largest input of one call, by model and (``""``) overall."""
    found: dict[str, int] = {}
    for b in billed:
        size = b.usage.input or 0
        for model in ("", b.model or ""):
            found[model] = max(size, found.get(model, 0))
    return found


def _parts(call: Call, longest: dict[str, int]) -> Iterable[tuple[str, Usage]]:
    """Return what a summer adds for a span, cut where it sums several calls."""
    if not call.rollup:
        return as_summed(call)
    return (
        (model, part)
        for model, usage in call.rollup.items()
        for part in _cut(usage, longest.get(model) or longest.get("") or 0)
    )


def _cut(usage: Usage, longest: int) -> Sequence[Usage]:
    """Cut usage into equal parts whose input is at most ``longest``."""
    size = usage.input or 0
    count = math.ceil(size / longest) if longest else 1
    if count <= 1:
        return (usage,)
    return [
        Usage(**{name: _share(getattr(usage, name), i, count) for name in FIELDS})
        for i in range(count)
    ]


def _share(value: int | None, i: int, count: int) -> int | None:
    """Return part ``i`` of a whole number; the parts add up to it."""
    if value is None:
        return None
    return value * (i + 1) // count - value * i // count
