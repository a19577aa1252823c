"""Spans inside one another that are one call whatever is around them.

A wrapper's span around the provider's is what a run has most after plain calls.  Where
both say the same usage under one response id, rule 3 joins them, and nothing is left to
decide but what it decides of a plain call: so they stand as one, ``Knot.same``, unless
something else in the run has to do with them.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, compress

from msgspec import structs

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import least, most, own_usage, pair, richness
from evalrata.schemas.root_usage.running.forest import Forest
from evalrata.schemas.root_usage.running.glance import twin
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.units import Held, Knot, Unit, says_usage

__all__ = ["counted_as", "joined", "only_one", "split_singles"]


def only_one(held: Held) -> Call | None:
    """Return the one call that is below a span; ``None`` if it is not as simple."""
    if held.mute or held.silent or held.spilled is not None:
        return None
    calls, knots = held.kids or held.floats, held.tied or held.knots
    if len(held.kids) + len(held.floats) + len(held.tied) + len(held.knots) != 1:
        return None
    return calls[0] if calls else knots[0].same


def joined(outer: Call, inner: Call | None) -> Call | None:
    """Return the one call that both are, as ``record.join`` makes it; else ``None``.

    Asked only where nothing but the identity and the times can differ.
    """
    own = own_usage(outer)
    if (
        inner is None
        or own is None
        or inner.usage is None
        or outer.kind != "call"
        or outer.rollup
        or outer.cached
        or inner.model is None
        or not outer.response
        or outer.response != inner.response
        or pair(own) != pair(inner.usage)
        or richness(own) > richness(inner.usage)
    ):
        return None
    if None in (outer.started, outer.ended, inner.started, inner.ended):
        return None
    return structs.replace(
        inner,
        parent=outer.parent,
        provider=inner.provider or outer.provider,
        actor=inner.actor if outer.actor == "unknown" else outer.actor,
        task=inner.task if outer.task is None else outer.task,
        trial=inner.trial if outer.trial is None else outer.trial,
        started=least(inner.started, outer.started),
        ended=most(inner.ended, outer.ended),
    )


def split_singles(
    knots: Sequence[Knot], floats: Sequence[Call], forest: Forest, past: Past
) -> tuple[list[Knot], list[Knot]]:
    """Return those that can stand as one call, and those that must go by the rules.

    ``forest``: what goes by the rules in any case.  The fingerprint, which asks for
    every instrumentation, is left to them as well: it looks where an id is missing.
    """
    singles = [k for k in knots if k.same is not None]
    if not singles or past.nameless or _has_nameless(floats, forest.calls):
        return [], singles
    sames = [k.same for k in singles if k.same is not None]
    count = Counter(map(twin, chain(floats, sames)))
    settled = past.twins({key for key in count if key is not None}, learn=False)
    ends = {c.ended for c in forest.calls}
    alone = [
        count[twin(c)] == 1 and twin(c) not in settled and c.ended not in ends
        for c in sames
    ]
    return list(compress(singles, alone)), [
        k for k, is_alone in zip(singles, alone, strict=True) if not is_alone
    ]


def _has_nameless(floats: Sequence[Call], planted: Sequence[Call]) -> bool:
    return not all(c.response for c in floats) or any(
        says_usage(c) and not c.response for c in planted
    )


def counted_as(knot: Knot) -> Call:
    """Return the plain call in it, which is what the totals have counted."""
    unit: Unit = knot
    while isinstance(unit, Knot):
        unit = unit.kids[0]
    return unit
