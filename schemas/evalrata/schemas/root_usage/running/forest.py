"""Units as the trees that the rules walk."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import own_usage
from evalrata.schemas.root_usage.running.units import Unit
from evalrata.schemas.root_usage.tree import TOP, Tree

__all__ = ["NODES", "Forest"]

SILENT = Call(id="")
"""A span without a say: what is below two of them is not compared."""


class Forest:
    """Trees, and what is known of their nodes."""

    def __init__(self) -> None:
        """Start without trees."""
        self.calls: list[Call] = []
        self.units: list[int] = []
        """For each node, the number of the unit that it is part of."""
        self.plain: list[Call] = []
        """Plain calls among the nodes."""
        self.ghosts: set[int] = set()
        self.late: set[int] = set()
        self._parent: list[int] = []
        self._children: dict[int, list[int]] = {}
        self._number = 0

    def tree(self) -> Tree:
        """Return the links; nodes added later are in its ``calls``."""
        return Tree(
            calls=self.calls,
            spans=NODES,
            parent=self._parent,
            children=self._children,
            order=list(range(len(self.calls))),
            flags=[],
        )

    def plant(self, units: Iterable[Unit]) -> None:
        """Make a tree of each unit."""
        for unit in units:
            self._grow(unit)
            self._number += 1

    def plant_call(self, call: Call) -> int:
        """Add a plain call; return its node."""
        self.plain.append(call)
        node = self._add(call, TOP)
        self._number += 1
        return node

    def _grow(self, unit: Unit) -> None:
        top = self._add(SILENT, TOP)
        waiting = [(unit, top, False, False)]
        while waiting:
            one, above, ghost, late = waiting.pop()
            if isinstance(one, Call):
                node = self._add(one, above)
                if own_usage(one) is not None:
                    self.plain.append(one)
            else:
                ghost, late = ghost or one.ghost, late or one.late
                node = self._add(one.call or SILENT, above)
                waiting.extend((kid, node, ghost, late) for kid in one.kids)
            if ghost:
                self.ghosts.add(node)
            if late:
                self.late.add(node)

    def _add(self, call: Call, above: int) -> int:
        """Add a node; parents come before their children."""
        node = len(self.calls)
        self.calls.append(call)
        self.units.append(self._number)
        self._parent.append(above)
        self._children.setdefault(above, []).append(node)
        return node


class _Nodes(Sequence[tuple[int, ...]]):
    """For each node its place among the caller's spans; nobody asks for that here."""

    def __getitem__(self, node: Any) -> Any:
        return (node,)

    def __len__(self) -> int:
        return sys.maxsize


NODES = _Nodes()
