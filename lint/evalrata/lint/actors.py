"""Tokens and dollars by actor, beside the totals that a file reports."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.bill import Bill
from evalrata.lint.counting import bounds, is_close
from evalrata.schemas.records import Actor, Usage
from evalrata.schemas.tokens import total

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["Split", "is_told", "splits"]


class Split(Struct, frozen=True, kw_only=True):
    """A reported total, and one way to add it up by actor."""

    unit: str
    """``tokens`` or ``USD``."""
    said: float
    agent: float
    others: float
    """The user simulator's and the grader's."""
    unknown: float

    def is_mixed(self) -> bool:
        """Say whether the total is everybody's while others have a part in it."""
        whole = self.agent + self.others + self.unknown
        if not self.others:
            return False
        if self.unit == "tokens":
            return self.said == whole
        without = self.agent + self.unknown
        return is_close(self.said, whole) and not is_close(self.said, without)


def is_told(run: "RunView") -> bool:
    """Say whether any call or episode says whose its tokens or dollars are."""
    return any(c.actor != "unknown" for c in run.calls if c.usage) or any(
        set(e.usage or ()) or any(d is not None for d in (e.cost or {}).values())
        for e in run.episodes
    )


def splits(run: "RunView") -> Iterator[Split]:
    """Yield every way to add up a reported total of which the actors are known."""
    said, cost, ledger = run.row.usage.reported, run.row.cost.reported, run.ledger
    if said is not None and said.total is not None:
        tokens = bounds(said.total)[0]
        for sums in _tokens(run):
            yield _split("tokens", tokens, sums)
    if cost is None:
        return
    dollars = _sum(
        (a, d) for e in run.episodes for a, d in (e.cost or {}).items() if d is not None
    )
    if dollars:
        yield _split("USD", cost, dollars)
    if ledger is not None and run.price is not None:
        bill = Bill(run.price, run.run.date)
        priced = _sum(
            (b.actor, bill.sum([(b.model or "", b.usage, 1)]) or 0)
            for b in ledger.billed
        )
        if not bill.unpriced:
            yield _split("USD", cost, priced)


def _tokens(run: "RunView") -> Iterator[dict[Actor, float]]:
    """Add tokens by actor: billed calls, every span, and what episodes store."""
    if run.ledger is not None:
        yield _sum((b.actor, _count(b.usage)) for b in run.ledger.billed)
        yield _sum((c.actor, _count(c.usage)) for c in run.calls)
    stored = _sum(
        (a, _count(u)) for e in run.episodes for a, u in (e.usage or {}).items()
    )
    if stored:
        yield stored


def _count(usage: Usage | None) -> int:
    return (total(usage) or 0) if usage is not None else 0


def _sum(items: Iterable[tuple[Actor, float]]) -> dict[Actor, float]:
    sums: Counter[Actor] = Counter()
    for actor, value in items:
        sums[actor] += value  # type: ignore[assignment] # dollars are no whole numbers
    return dict(sums)


def _split(unit: str, said: float, sums: dict[Actor, float]) -> Split:
    return Split(
        unit=unit,
        said=said,
        agent=sums.get("agent", 0),
        others=sums.get("user_simulator", 0) + sums.get("grader", 0),
        unknown=sums.get("unknown", 0) + sums.get("environment", 0),
    )
