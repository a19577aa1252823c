"""Totals that a file reports, each with its place and what root usage gives for it."""

from typing import TYPE_CHECKING, Any

from evalrata.lint import counting
from evalrata.lint.bill import dark
from evalrata.schemas.records import Reported, Usage
from evalrata.schemas.report import RunRow
from evalrata.schemas.root_usage import Ledger
from evalrata.schemas.tokens import FIELDS

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["totals"]

Total = dict[str, Any]


def totals(run: "RunView") -> dict[str, Total]:
    """Return the reported totals that add nested spans, by JSON pointer.

    Token totals are left out where they are no such sum.  A cost is kept, but without
    a root value: it may have been computed from other prices than ours.

    Each is ``{"unit": "tokens" | "USD", "reported": n, "root": n | [low, high]}``,
    or has ``root`` ``None`` and ``why`` it is not known.  Token totals are given
    number by number where each has a place of its own; where one has none, they are
    one total at the place of the whole: a table is corrected together or not at all.
    """
    reported = run.run.reported
    nested = counting.way_of_usage(run.row) is not None
    found = _usage(reported, run.ledger) if nested else {}
    if reported.cost is not None and reported.cost_pointer is not None:
        cost = {"unit": "USD", "reported": reported.cost, **_cost(run.row)}
        places = (reported.cost_pointer, *reported.cost_copies)
        found.update(dict.fromkeys(places, cost))
    gap = _gap(run.ledger)
    return {p: t if gap is None else {**t, **_unknown(gap)} for p, t in found.items()}


def _unknown(why: str) -> Total:
    return {"root": None, "why": why}


def _gap(ledger: Ledger | None) -> str | None:
    """Return why no sum over root usage is whole, else ``None``."""
    if ledger is None:
        return "there are no calls to count"
    count = len(ledger.missing)
    return f"{count} model calls record no usage" if count else None


def _cost(row: RunRow) -> Total:
    cost = row.cost
    if cost.unpriced:
        return _unknown("; ".join(dark(cost)))
    if cost.root is None:
        return _unknown("not priced")
    if counting.way_of_cost(row) is None:
        return _unknown("at dated prices the sum over all spans costs something else")
    return {"root": cost.root}


def _usage(reported: Reported, ledger: Ledger | None) -> dict[str, Total]:
    if not reported.usage or reported.usage_pointer is None:
        return {}
    whole: Total = {"unit": "tokens", "reported": None}
    whole |= _unknown("a number in it has no place of its own")
    found: dict[str, Total] = {}
    for model, usage in reported.usage.items():
        numbers = _model(model, usage, reported, ledger)
        if numbers is None:
            return {reported.usage_pointer: whole}
        found.update(numbers)
    return found


def _model(
    model: str, usage: Usage, reported: Reported, ledger: Ledger | None
) -> dict[str, Total] | None:
    """Return one model's numbers; ``None`` if one of them cannot be told apart."""
    places = (reported.usage_pointers or {}).get(model, {})
    found: dict[str, Total] = {}
    for name in FIELDS:
        value = getattr(usage, name)
        if value is None:
            continue
        if name not in places:
            return None
        root = _root(model, name, value, ledger)
        found[places[name]] = {"unit": "tokens", "reported": value, **root}
    return found


def _root(model: str, name: str, reported: int, ledger: Ledger | None) -> Total:
    """Return one number of root usage.

    A reported 0 that no call records is 0 at the root as well.
    """
    if ledger is None or model not in ledger.root_high:
        return _unknown(f"no call names the model {model}")
    low = getattr(ledger.root_low.get(model, Usage()), name)
    high = getattr(ledger.root_high[model], name)
    if high is None:
        return {"root": 0} if reported == 0 else _unknown("no call records it")
    return {"root": high if low == high else (low or 0, high)}
