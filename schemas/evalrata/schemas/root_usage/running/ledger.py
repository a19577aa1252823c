"""The running ledger: spans in, sums out."""

import sys
from collections.abc import Hashable

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.running.cloning import clones
from evalrata.schemas.root_usage.running.finishing import hand_up
from evalrata.schemas.root_usage.running.late import RECENT, Gone, marked_late
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.settling import add_up, settle
from evalrata.schemas.root_usage.running.spilling import spill, stand_on_sums
from evalrata.schemas.root_usage.running.summing import summed_up
from evalrata.schemas.root_usage.running.sums import RunningSums
from evalrata.schemas.root_usage.running.totals import TOGETHER, Totals
from evalrata.schemas.root_usage.running.units import Held, Node, outermost, says_usage

__all__ = ["RunningLedger"]

BELOW = 1024
"""Spans kept below an open one, at most."""


class RunningLedger:
    """Root usage of spans that start and end; see the package for what is exact.

    Not safe for threads: the caller locks.
    """

    def __init__(self, *, records: int = 65_536, fingerprint: bool = False) -> None:
        """Start without spans.

        ``records``: spans without anything open above them that are kept for later ones
        to be compared with.  ``fingerprint``: join records that look like one call
        (rule 8).
        """
        self._most = records
        self._below = max(1, min(BELOW, records // 4))
        self._fingerprint = fingerprint
        self._open: dict[Hashable, Node] = {}
        self._top, self._late = outermost(), outermost()
        self._fresh: list[Call] = []
        """Plain calls that are not in the totals yet."""
        self._totals, self._past = Totals(), Past()
        self._gone, self._awaited = Gone(), Gone()

    def start(self, key: Hashable, parent: Hashable | None) -> None:
        """Open a span; ``parent`` is the key of the one above, ``None`` if it has none.

        A parent that never was opened here leaves the span the top of a path.  A span
        that is open already is not opened again.
        """
        known = self._open
        if key in known:
            return
        above = self._top if parent is None else known.get(parent)
        if above is None:
            above = self._not_open(parent)
        if self._awaited.used and key in self._awaited:
            above = self._late
        above.pending += 1
        known[key] = Node(above)

    def end(self, key: Hashable, call: Call | None) -> bool:
        """Close a span; ``call`` is what it says, ``None`` if nothing to account.

        Returns whether an archive needs the span for its sums to come out the same: it
        has usage or a roll-up, is a model call, or has such a span, or an open one,
        below it.  A span that is not open, or was closed before, changes nothing.
        """
        node = self._open.pop(key, None)
        if node is None:
            return False
        if node.ended or node.pending > 1:
            self._open[key] = node
            return not node.ended and self._wait(key, node, call)
        above = node.parent
        if (
            node.held is None
            and call is not None
            and (usage := call.usage) is not None
            and (usage.input or usage.output)
            and not (call.rollup or call.cached or call.kind == "rollup")
        ):
            self._take(key, above, call)
            needed = True
        else:
            needed = self._finish(key, node, call)
        above.pending -= 1
        if not above.pending:
            self._finish_waiting(above)
        return needed

    def close(self) -> int:
        """End what is still open, without usage; returns how many spans that were."""
        left = [key for key, node in self._open.items() if not node.ended]
        for key in reversed(left):
            self.end(key, None)
        return len(left)

    def sums(self) -> RunningSums:
        """Return the sums so far, as if what is open ended now without usage.

        Takes time by the number of spans that are kept, some 2 us each.
        """
        self._work_off()
        return self._clone()._closed_sums()  # noqa: SLF001 - of its own kind

    def _closed_sums(self) -> RunningSums:
        still_open = self.close()
        self._finish_late()
        self._totals.work_off()
        add_up(self._top.held, self._totals, self._past, fingerprint=self._fingerprint)
        return summed_up(self._totals, still_open)

    def _take(self, key: Hashable, above: Node, call: Call) -> None:
        """Put a plain call below the span above it."""
        held = above.held
        if held is None:
            held = above.held = Held()
        held.kids.append(call)
        self._fresh.append(call)
        self._gone.recent[key] = None
        if len(self._fresh) >= TOGETHER:
            self._work_off()
        kept = len(held.kids)
        if kept > self._below and (above is not self._top or kept > self._most):
            self._make_room(above, held)

    def _wait(self, key: Hashable, node: Node, call: Call | None) -> bool:
        """Keep a span that ended until the spans below it have."""
        node.pending -= 1
        node.ended, node.key, node.call = True, key, call
        return True

    def _finish_waiting(self, node: Node) -> None:
        """Finish a span that ended before the last one below it did."""
        while not node.pending:
            if self._open.get(node.key) is node:
                del self._open[node.key]
            self._finish(node.key, node, node.call)
            node = node.parent
            node.pending -= 1

    def _finish(self, key: Hashable, node: Node, call: Call | None) -> bool:
        """Hand what is known of a span to the one above."""
        above, held = node.parent, node.held
        target = above.held
        if target is None:
            target = above.held = Held()
        says = call is not None and says_usage(call)
        if call is not None and says and held is not None and held.spilled is not None:
            stand_on_sums(call, held, self._top.held, self._totals, self._past)
            needed = hand_up(None, held, target, self._totals)
        else:
            needed = hand_up(call, held, target, self._totals)
        node.key, node.call, node.held = key, None, None
        self._gone.note(key, None if says else above)
        if target.load > (self._most if above is self._top else self._below):
            self._make_room(above, target)
        return needed

    def _not_open(self, parent: Hashable) -> Node:
        """Find where a span belongs whose parent is not open."""
        if parent not in self._gone:
            self._awaited.note(parent, None)
            return self._top
        above = self._gone.above(parent)
        while above is not None and not above.pending:
            above = self._gone.above(above.key)
        if above is None:
            return self._late
        if above is self._top or above is self._late:
            return above
        above.pending += 1
        return Node(above, pending=0, ended=True, key=parent)

    def _make_room(self, above: Node, held: Held) -> None:
        """Move on what is too much below a span, and settle what is too much in all."""
        if above is self._late:
            self._finish_late()
        elif above is not self._top:
            spill(held, self._top.held, self._past)
        if self._top.held.load > self._most:
            self._work_off()
            settle(
                self._top.held,
                self._totals,
                self._past,
                self._most,
                fingerprint=self._fingerprint,
            )

    def _finish_late(self) -> None:
        self._totals.flags["late-link"] += marked_late(self._late.held, self._top.held)

    def _work_off(self) -> None:
        # Taken first, so that an interrupt in between cannot add them twice.
        fresh, self._fresh = self._fresh, []
        self._totals.add_plain(fresh)
        if len(self._gone.recent) > RECENT:
            self._gone.age()

    def _clone(self) -> "RunningLedger":
        """Return one that can be closed apart from this, and never settles."""
        new = RunningLedger(records=sys.maxsize, fingerprint=self._fingerprint)
        new._below = sys.maxsize
        new._open, (new._top, new._late) = clones(self._open, (self._top, self._late))
        new._totals, new._past = self._totals.copy(), self._past.unchanging()
        return new
