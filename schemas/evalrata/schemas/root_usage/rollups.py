"""Rule 4 of root usage: roll-ups against the records below them."""

from msgspec import Struct

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import Below
from evalrata.schemas.root_usage.nested import may_be_own
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Pair, Record, pair, pair_of_sum, start

__all__ = ["Excess", "reconcile", "recorded_sum", "summed"]


class Excess(Struct, frozen=True):
    """What a roll-up says beyond its children, until its siblings are compared."""

    total: Pair
    low: Pair
    """Input and output of the certain records below."""
    records: tuple[Record, ...]


def reconcile(
    node: int, call: Call, own: Usage, below: Below, notes: Notes
) -> Excess | None:
    """Compare a roll-up's own usage with the records below it.

    More than they have: the rest is billed, and all of it may be a call of the
    span's own.  Less: the children stand, and it may be a call of its own.
    """
    if pair(own) in (below.low, below.high):
        return None
    if call.rollup:  # the recorded sum decides; usage that differs from it is its own
        if pair(own) != pair_of_sum(call.rollup):
            may_be_own(node, call, own, below, notes)
        return None
    _flag_less(node, pair(own), below.low, notes)
    rest = tokens.minus(own, below.total())
    if not tokens.total(rest) or pair(own) == below.full:
        may_be_own(node, call, own, below, notes)
        return None
    residual = start(node, call, rest, flags=("residual",))
    again = start(
        node, call, tokens.minus(own, rest), certain=False, flags=("own-call",)
    )
    return Excess(pair(own), below.low, _nameless([residual, again]))


def recorded_sum(  # noqa: PLR0913, PLR0917 - the span, and what is known below it
    node: int,
    call: Call,
    below: Below,
    floor: Pair | None,
    nested: list[Pair],
    notes: Notes,
) -> Excess | None:
    """Compare a sum that the tracer recorded; it is never a call of its own.

    ``floor``: the certain records below, without the span's own.  ``nested``: what
    adding every span below gives; a tracer that did so counted calls twice.
    """
    rollup = call.rollup or {}
    whole = pair_of_sum(rollup)
    if whole in (below.low, below.high, floor):
        return None
    _flag_less(node, whole, below.low if floor is None else floor, notes)
    rest = _residuals(node, call, below)
    if not rest:
        return None
    if whole not in nested:
        return Excess(whole, below.low, rest)
    for record in rest:
        record.certain, record.flags = False, ("counts-nested",)
        below.put(record)
    message = "a roll-up equals the sum of all spans below, nested ones included"
    notes.add("counts-nested", message, (node,), total=list(whole))
    return None


def summed(node: int, call: Call) -> tuple[Record, ...]:
    """Return records for a recorded sum with nothing below it, one per model."""
    return _nameless(
        [
            start(node, call, usage, model=model or call.model)
            for model, usage in sorted((call.rollup or {}).items())
            if tokens.total(usage)
        ]
    )


def _residuals(node: int, call: Call, below: Below) -> tuple[Record, ...]:
    """Return what the sum has beyond the records, by model where that adds up."""
    rollup = call.rollup or {}
    rest = tokens.minus(tokens.add(rollup.values()), below.total())
    if not tokens.total(rest):
        return ()
    models = {
        model: tokens.minus(usage, below.of_model(model))
        for model, usage in sorted(rollup.items())
    }
    if pair(tokens.add(models.values())) != pair(rest):
        models = {next(iter(rollup)) if len(rollup) == 1 else "": rest}
    return _nameless(
        [
            start(node, call, usage, model=model, flags=("residual",))
            for model, usage in models.items()
            if tokens.total(usage)
        ]
    )


def _flag_less(node: int, whole: Pair, low: Pair, notes: Notes) -> None:
    if whole[0] < low[0] or whole[1] < low[1]:
        message = f"a roll-up says {sum(whole)} tokens, the calls below it {sum(low)}"
        notes.add("below-children", message, (node,), total=list(whole))


def _nameless(records: list[Record]) -> tuple[Record, ...]:
    """Drop the response id: a part of a sum is not the response."""
    for record in records:
        record.ids = {}
    return tuple(r for r in records if tokens.total(r.usage))
