"""Rules 1 and 2 of root usage, and the walk from the leaves up."""

from typing import TypeVar

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import Below, plus
from evalrata.schemas.root_usage.nested import enclose
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import (
    Pair,
    Record,
    own_usage,
    pair,
    pair_of_sum,
    start,
)
from evalrata.schemas.root_usage.rollups import Excess, reconcile, recorded_sum, summed
from evalrata.schemas.root_usage.siblings import settle_excess, split_bare
from evalrata.schemas.root_usage.tree import TOP, Tree

__all__ = ["Fold"]

T = TypeVar("T")


class Fold:
    """Turns the spans of a run into records, children before parents."""

    def __init__(self, tree: Tree, notes: Notes) -> None:
        """Start with nothing folded; what is below a node waits under its position."""
        self._tree, self._notes = tree, notes
        self._below: dict[int, Below] = {}
        self._excess: dict[int, Excess] = {}
        self._bare: dict[int, Record] = {}

    def run(self) -> Below:
        """Return the records of all trees together."""
        tree = self._tree
        for node in reversed(tree.order):
            kids = tree.children.get(node)
            if not kids and self._leaf(node, tree.parent[node]):
                continue
            below = self._gather(node, kids) if kids else Below()
            self._settle(node, tree.calls[node], below)
            if below.records or below.missing:
                self._pass_up(tree.parent[node], below)
        return self._gather(TOP, tree.children.get(TOP, []))

    def _leaf(self, node: int, parent: int) -> bool:
        """Put a plain call straight below its parent, as most spans are one."""
        call = self._tree.calls[node]
        own = own_usage(call)
        if own is None or call.kind == "rollup":
            return False
        tokens = pair(own)
        if call.rollup and pair_of_sum(call.rollup) != tokens:
            return False
        below = self._below.get(parent)
        if below is None:
            below = self._below[parent] = Below()
        below.put(start(node, call, own))
        below.full = plus(below.full, tokens)
        return True

    def _pass_up(self, parent: int, below: Below) -> None:
        """Put what is below siblings together, the smaller into the larger."""
        other = self._below.get(parent)
        if other is None:
            self._below[parent] = below
        elif len(other.records) >= len(below.records):
            other.absorb(below)
        else:
            below.absorb(other)
            self._below[parent] = below

    def _gather(self, node: int, kids: list[int]) -> Below:
        """Take what is below a node, and compare the roll-ups among its children."""
        whole = self._below.pop(node, None) or Below()
        held = self._excess and _taken(self._excess, kids)
        if held:
            settle_excess(kids, held, self._tree.calls, whole, self._notes)
        bare = self._bare and _taken(self._bare, kids)
        if bare:
            split_bare(bare, self._tree.calls, whole, self._notes)
        return whole

    def _settle(self, node: int, call: Call, below: Below) -> None:
        """Decide what the span itself adds to the records below it."""
        own = own_usage(call)
        floor, nested = (below.low if below.records else None), [below.full]
        excess = None
        if own is not None:
            excess = self._with_usage(node, call, own, below)
            below.full = plus(below.full, pair(own))
            nested.append(below.full)
        elif not (below.records or below.missing or call.rollup):
            _missing(node, call, below)
        if call.rollup:
            excess = self._with_sum(node, call, below, floor, nested)
        if excess is not None:
            self._excess[node] = excess
            below.missing.clear()

    def _with_usage(
        self, node: int, call: Call, own: Usage, below: Below
    ) -> Excess | None:
        if not below.records:
            # Rule 2: the span stands for what is below it, missing usage included.
            record = start(node, call, own)
            below.put(record)
            below.missing = [n for n in below.missing if self._another(n, call)]
            if call.kind == "rollup":
                self._bare[node] = record
            return None
        if call.kind == "call" or (call.kind == "unknown" and call.response):
            enclose(node, call, own, below, self._notes)
            return None
        return reconcile(node, call, own, below, self._notes)

    def _another(self, node: int, call: Call) -> bool:
        """Say whether a call without usage is another one than the span around it.

        litellm's callback writes the usage of each call on one span of the harness, the
        last over the ones before, and leaves a span with its response id for each.
        """
        response = self._tree.calls[node].response
        return (
            call.kind != "rollup"
            and None not in (response, call.response)
            and response != call.response
        )

    def _with_sum(
        self,
        node: int,
        call: Call,
        below: Below,
        floor: Pair | None,
        nested: list[Pair],
    ) -> Excess | None:
        if below.records:
            return recorded_sum(node, call, below, floor, nested, self._notes)
        alone = summed(node, call)
        for record in alone:
            below.put(record)
        if alone:
            below.missing.clear()
        if len(alone) == 1:
            self._bare[node] = alone[0]
        return None


def _missing(node: int, call: Call, below: Below) -> None:
    """Count a model call whose usage is nowhere; failed and cached ones have none."""
    if call.kind == "call" and not call.error and not call.cached:
        below.missing.append(node)


def _taken(held: dict[int, T], kids: list[int]) -> dict[int, T]:
    return {k: held.pop(k) for k in kids if k in held}
