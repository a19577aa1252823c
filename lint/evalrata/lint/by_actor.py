"""Root usage, and what it costs, by who made the calls."""

from collections.abc import Sequence
from typing import get_args

from evalrata.lint.bill import Bill
from evalrata.schemas.prices import Pricer
from evalrata.schemas.records import Actor
from evalrata.schemas.report import Number, Tokens
from evalrata.schemas.root_usage import Billed
from evalrata.schemas.usages import between, interval

__all__ = ["cost_by_actor", "tokens_by_actor"]

Groups = dict[Actor, list[Billed]]


def tokens_by_actor(billed: Sequence[Billed]) -> dict[Actor, Tokens] | None:
    """Return root tokens by actor; ``None`` if no call declares one."""
    groups = _groups(billed)
    if groups is None:
        return None
    return {actor: _tokens(calls) for actor, calls in groups.items()}


def cost_by_actor(
    billed: Sequence[Billed], price: Pricer, date: str | None
) -> dict[Actor, Number | None] | None:
    """Return root dollars by actor; ``None`` if no call declares one.

    An actor one of whose models has no price has no cost.
    """
    groups = _groups(billed)
    if groups is None:
        return None
    return {a: _cost(calls, price, date) for a, calls in groups.items()}


def _groups(billed: Sequence[Billed]) -> Groups | None:
    groups: Groups = {}
    for call in billed:
        groups.setdefault(call.actor, []).append(call)
    if not set(groups) - {"unknown"}:
        return None
    return {actor: groups[actor] for actor in get_args(Actor) if actor in groups}


def _tokens(calls: Sequence[Billed]) -> Tokens:
    return between((c.usage for c in calls if c.certain), (c.usage for c in calls))


def _cost(calls: Sequence[Billed], price: Pricer, date: str | None) -> Number | None:
    bill = Bill(price, date)
    low, high = bill.bounds((c.model or "", c.usage, 1, c.certain) for c in calls)
    return None if bill.unpriced else interval(low, high)
