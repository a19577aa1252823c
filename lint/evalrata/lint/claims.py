"""Dollars that a file states, with the usage that they should be the price of."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from evalrata.lint import counting
from evalrata.lint.bill import Bill, spans
from evalrata.schemas.prices import Pricer
from evalrata.schemas.records import Actor, Usage
from evalrata.schemas.tokens import total

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["Claim", "Part", "claim_of"]


class Part(Struct, frozen=True):
    """One call's usage, or that of so many equal ones."""

    model: str
    usage: Usage
    certain: bool = True
    count: int = 1


class Claim(Struct, frozen=True, kw_only=True):
    """A sum of dollars, and what it is said to be the price of."""

    said: float
    noun: str
    """What is stated: ``the reported cost``."""
    of: str
    """What it is held against: ``root usage``."""
    parts: tuple[Part, ...]
    pointers: tuple[str, ...]

    def priced(self, price: Pricer, date: str | None) -> tuple[float, float] | None:
        """Return the least and the most that the parts cost; ``None`` if unpriced."""
        bill = Bill(price, date)
        low, high = bill.bounds(
            (p.model, p.usage, p.count, p.certain) for p in self.parts
        )
        return None if bill.unpriced or high is None else (low or 0.0, high)

    def without(self, model: str) -> "Claim":
        """Return the claim without one model's parts."""
        left = tuple(part for part in self.parts if part.model != model)
        return structs.replace(self, parts=left)

    def with_any_cache(self, price: Pricer, date: str | None) -> tuple[float, float]:
        """Widen ``priced`` by what a cache that is not recorded may have changed.

        All input read from it is the least; all input written to it is the most.
        """
        bill = Bill(price, date)
        read = bill.sum(
            (p.model, _cached(p.usage, "cache_read"), p.count)
            for p in self.parts
            if p.certain
        )
        written = bill.sum(
            (p.model, _cached(p.usage, "cache_write"), p.count) for p in self.parts
        )
        plain = self.priced(price, date) or (0.0, 0.0)
        return (min(plain[0], read or 0.0), max(plain[1], written or 0.0))


def _cached(usage: Usage, field: str) -> Usage:
    """Take all input as cached, unless the usage says how much of it was."""
    if getattr(usage, field) is not None:
        return usage
    rest = (usage.input or 0) - (usage.cache_read or 0) - (usage.cache_write or 0)
    return structs.replace(usage, **{field: max(rest, 0)})


def claim_of(run: "RunView") -> Claim | None:
    """Return the run's reported cost, else the dollars stored with its episodes."""
    return _reported(run) or _stored(run)


def _reported(run: "RunView") -> Claim | None:
    reported, ledger = run.run.reported, run.ledger
    if reported.cost is None or ledger is None:
        return None
    nested = counting.way_of_usage(run.row) or counting.way_of_cost(run.row)
    root = (Part(b.model or "", b.usage, b.certain) for b in ledger.billed)
    full = (Part(m, u, count=n) for m, u, n in spans(run.calls, ledger.billed))
    places = (reported.cost_pointer, *reported.cost_copies)
    return Claim(
        said=reported.cost,
        noun="the reported cost",
        of="all spans" if nested else "root usage",
        parts=tuple(full if nested else root),
        pointers=tuple(place for place in places if place is not None),
    )


def _stored(run: "RunView") -> Claim | None:
    """Add what episodes store for the actors whose dollars are there throughout."""
    ledger = run.ledger
    actors = set(_throughout(run))
    if ledger is None or not actors:
        return None
    costs = [
        dollars
        for e in run.episodes
        for a in sorted(actors)
        if (dollars := (e.cost or {}).get(a)) is not None
    ]
    who = " and ".join(a.replace("_", " ") for a in sorted(actors))
    return Claim(
        said=sum(costs),
        noun=f"the cost stored with {len(run.episodes)} episodes for {who}",
        of="their usage",
        parts=tuple(
            Part(b.model or "", b.usage, b.certain)
            for b in ledger.billed
            if b.actor in actors
        ),
        pointers=tuple(e.pointer for e in run.episodes),
    )


def _throughout(run: "RunView") -> Iterator[Actor]:
    """Yield actors for whom every episode stores dollars, and none 0 for tokens."""
    actors: set[Actor] = {a for e in run.episodes for a in e.cost or ()}
    for actor in actors:
        stored = [(e.cost or {}).get(actor) for e in run.episodes]
        used = [total((e.usage or {}).get(actor) or Usage()) for e in run.episodes]
        if all(
            cost is not None and (cost > 0 or not tokens)
            for cost, tokens in zip(stored, used, strict=True)
        ) and any(stored):
            yield actor
