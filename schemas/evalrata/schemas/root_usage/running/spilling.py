"""Open spans with too much below them: the records move on, their sums stay."""

from itertools import chain

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import plus
from evalrata.schemas.root_usage.fold import Fold
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import own_usage, pair
from evalrata.schemas.root_usage.running.alongside import loosened, remembered
from evalrata.schemas.root_usage.running.forest import NODES, Forest
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.spilled import (
    Spilled,
    is_named,
    most,
    unsure_parts,
)
from evalrata.schemas.root_usage.running.sums import Group
from evalrata.schemas.root_usage.running.totals import Totals
from evalrata.schemas.root_usage.running.units import Held, Knot

__all__ = ["spill", "stand_on_sums"]


def spill(held: Held, top: Held, past: Past) -> None:
    """Move all that is held to where nothing above can change it, and keep the sums."""
    floats, knots = loosened(held.kids, held.tied, held.ghosts)
    remembered(held.kids, held.tied, held.ghosts)
    floats, knots = [*held.floats, *floats], [*held.knots, *knots]
    if (floats or knots) and held.spilled is None:
        held.spilled = Spilled()
    if held.spilled is not None:
        held.spilled.take(floats)
        _take_trees(knots, held.spilled)
    past.scattered(chain(held.kids, (k.call for k in held.tied if k.call)))
    top.bulk += held.load - len(floats)
    top.floats += floats
    top.knots += knots
    top.silent += held.mute + held.silent
    held.clear()


def _take_trees(knots: list[Knot], spilled: Spilled) -> None:
    """Add the records of trees, by the rules within a tree."""
    spilled.take(k.same for k in knots if k.same is not None)
    for knot in knots:
        if knot.same is not None and knot.same.usage is not None:
            spilled.full = plus(spilled.full, pair(knot.same.usage), knot.spans - 1)
    forest = Forest()
    forest.plant(k for k in knots if k.same is None)
    for record in Fold(forest.tree(), Notes(NODES)).run().records:
        if forest.ghosts.isdisjoint(record.nodes):
            spilled.count(record.model, record.usage, certain=record.certain)
    for node, call in enumerate(forest.calls):
        if node not in forest.ghosts:
            spilled.full = plus(spilled.full, pair(own_usage(call) or Usage()))


def stand_on_sums(
    call: Call, held: Held, top: Held, totals: Totals, past: Past
) -> None:
    """Apply to the sums what a span says over records that have moved on.

    See ``unsure_parts``.  A span with a response id may be the same call as one of
    them, or a doubtful second one; the lower bound makes room for the larger of them.
    """
    spill(held, top, past)
    below = held.spilled or Spilled()
    if is_named(call) and own_usage(call):
        totals.retract(most(pair(call.usage or Usage()), below.largest))
    parts = unsure_parts(call, below, totals.flags)
    for model, usage in parts:
        group = Group(call.actor, model or call.model or "", call.task, call.trial)
        totals.high.add(group, usage)
    totals.forgotten += bool(parts)
    totals.add_naive(call)
