"""Copies of what is open and held, to be closed for a sum without closing the run."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from msgspec import structs

from evalrata.schemas.root_usage.running.units import Held, Node

__all__ = ["clones"]


def clones(
    known: Mapping[Hashable, Node], outermost: Iterable[Node]
) -> tuple[dict[Hashable, Node], list[Node]]:
    """Copy the open spans, their links, and what is below; units are shared."""
    made: dict[int, Node] = {}
    tops = [_clone(node, made) for node in outermost]
    return {key: _with_above(node, made) for key, node in known.items()}, tops


def _with_above(node: Node, made: dict[int, Node]) -> Node:
    """Copy a span, and those above it that were not copied before."""
    path = []
    at = node
    while id(at) not in made:
        path.append(at)
        at = at.parent
    for one in reversed(path):
        _clone(one, made)
    return made[id(node)]


def _clone(node: Node, made: dict[int, Node]) -> Node:
    held: Any = node.held
    new = structs.replace(node, held=None if held is None else _held(held))
    new.parent = made.get(id(node.parent), new)
    made[id(node)] = new
    return new


def _held(held: Held) -> Held:
    return structs.replace(
        held,
        kids=held.kids.copy(),
        tied=held.tied.copy(),
        floats=held.floats.copy(),
        knots=held.knots.copy(),
        mute=held.mute.copy(),
        silent=held.silent.copy(),
        spilled=held.spilled and held.spilled.copy(),
        ghosts=held.ghosts.copy(),
    )
