"""The spans as trees, without recursion and whatever the links say."""

from collections.abc import Sequence

from msgspec import Struct, structs

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.ledger import Flag
from evalrata.schemas.root_usage.record import place_of

__all__ = ["Tree", "grow"]

TOP = -1


class Tree(Struct, frozen=True, kw_only=True):
    """Spans by position, and their links."""

    calls: Sequence[Call]
    """One per span; a span that was exported twice stands once."""
    spans: Sequence[tuple[int, ...]]
    """For each, the indices that the caller gave it under."""
    parent: list[int]
    """Position of the parent; ``TOP`` for the top of a path."""
    children: dict[int, list[int]]
    """Positions below each parent; those of the tops are under ``TOP``."""
    order: list[int]
    """Every position, parents before children and each subtree in one piece."""
    flags: list[Flag]


def grow(calls: Sequence[Call]) -> Tree:
    """Link spans by their parents' ids.

    A parent that is not in the data leaves its child the top of a path.  Links
    that go in a circle are cut above the earliest span and flagged ``cycle``.
    """
    flags: list[Flag] = []
    nodes, spans = _exported_once(calls, flags)
    parent = _parents(nodes)
    for loop in _loops(parent):
        first = min(loop, key=lambda position: place_of(nodes[position]))
        parent[first] = TOP
        where = tuple(sorted(i for position in loop for i in spans[position]))
        message = f"{len(loop)} spans name one another as parent; the earliest is top"
        flags.append(Flag(kind="cycle", message=message, spans=where))
    children: dict[int, list[int]] = {}
    for position, above in enumerate(parent):
        children.setdefault(above, []).append(position)
    return Tree(
        calls=nodes,
        spans=spans,
        parent=parent,
        children=children,
        order=_parents_first(children),
        flags=flags,
    )


def _parents_first(children: dict[int, list[int]]) -> list[int]:
    order, waiting = [], list(children.get(TOP, ()))
    while waiting:
        position = waiting.pop()
        order.append(position)
        waiting.extend(children.get(position, ()))
    return order


def _exported_once(
    calls: Sequence[Call], flags: list[Flag]
) -> tuple[Sequence[Call], Sequence[tuple[int, ...]]]:
    """Fold spans of equal trace and span id, unless their response ids differ."""
    if len({(c.trace, c.id) for c in calls}) == len(calls):
        return calls, [(i,) for i in range(len(calls))]
    groups: dict[object, list[int]] = {}
    answered: dict[tuple[str | None, str], str] = {}
    for c in calls:
        if c.response is not None:
            known = answered.get((c.trace, c.id), c.response)
            answered[c.trace, c.id] = min(known, c.response)
    for i, c in enumerate(calls):
        response = c.response or answered.get((c.trace, c.id))
        groups.setdefault((c.trace, c.id, response) if c.id else i, []).append(i)
    nodes = []
    for places in groups.values():
        nodes.append(_merged([calls[i] for i in places]))
        if len(places) > 1:
            message = f"span {calls[places[0]].id} is in the data {len(places)} times"
            flags.append(Flag(kind="repeated", message=message, spans=tuple(places)))
    return nodes, [tuple(places) for places in groups.values()]


def _merged(copies: list[Call]) -> Call:
    """Keep the fullest copy, with the larger usage of all of them."""
    if len(copies) == 1:
        return copies[0]
    best = max(copies, key=lambda c: (tokens.total(c.usage or Usage()) or 0, repr(c)))
    recorded = [c.usage for c in copies if c.usage is not None]
    usage = tokens.larger(recorded) if recorded else None
    return structs.replace(best, usage=usage)


def _parents(nodes: Sequence[Call]) -> list[int]:
    """Find each parent in the span's own trace, or where no trace is recorded."""
    at: dict[tuple[str | None, str], int] = {}
    for i, c in enumerate(nodes):
        if c.id and _comes_first(c, nodes, at.get((c.trace, c.id))):
            at[c.trace, c.id] = i
    anywhere: dict[str, int] | None = None
    parent = [TOP] * len(nodes)
    for i, c in enumerate(nodes):
        if c.parent is None:
            continue
        found = at.get((c.trace, c.parent))
        if found is None:
            if anywhere is None:
                anywhere = _unique_ids(nodes)
            found = anywhere.get(c.parent)
            if found is None or not _may_be_one_trace(c, nodes[found]):
                continue
        parent[i] = found
    return parent


def _comes_first(call: Call, nodes: Sequence[Call], known: int | None) -> bool:
    """Say which of two spans of one id is a parent, whatever their order."""
    if known is None:
        return True
    other = nodes[known]
    return (place_of(call), call.response or "") < (
        place_of(other),
        other.response or "",
    )


def _unique_ids(nodes: Sequence[Call]) -> dict[str, int]:
    """Ids that one span alone has."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    for i, c in enumerate(nodes):
        if found.setdefault(c.id, i) != i:
            twice.add(c.id)
    return {span: i for span, i in found.items() if span and span not in twice}


def _may_be_one_trace(a: Call, b: Call) -> bool:
    return a.trace is None or b.trace is None


def _loops(parent: list[int]) -> list[list[int]]:
    """Find the circles among the links; each node has one link, so they are apart."""
    mark = [0] * len(parent)
    loops = []
    for start in range(len(parent)):
        node = start
        while node != TOP and not mark[node]:
            mark[node] = start + 1
            node = parent[node]
        if node != TOP and mark[node] == start + 1:
            loop, node = [node], parent[node]
            while node != loop[0]:
                loop.append(node)
                node = parent[node]
            loops.append(loop)
    return loops
