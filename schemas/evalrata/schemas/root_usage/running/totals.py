"""Everything that has been added up so far."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import as_summed
from evalrata.schemas.root_usage.below import plus
from evalrata.schemas.root_usage.record import Pair, Record
from evalrata.schemas.root_usage.running.rows import Rows
from evalrata.schemas.root_usage.running.sums import Group

__all__ = ["TOGETHER", "Totals", "group_of"]

TOGETHER = 512
"""Calls that are added up together."""


class Totals:
    """Sums that grow, and from which plain calls are taken back.

    A plain call counts as certain from its end on.  When the rules find that it is
    part of something, it is taken back, and what they make of it is put in its place.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self.plain: Rows[tuple[Group, bool]] = Rows()
        """Plain calls, by group and whether they have no parent."""
        self.low: Rows[Group] = Rows()
        """Certain records, beside ``plain``."""
        self.high: Rows[Group] = Rows()
        """All records, beside ``plain``."""
        self.full: Rows[str] = Rows()
        self.full_calls: Rows[str] = Rows()
        self.naive_root: Rows[str] = Rows()
        self._waiting: list[Call] = []
        """Spans that are not in the three yet."""
        self.flags: Counter[str] = Counter()
        self.missing = 0
        self.failed = 0
        self.forgotten = 0
        self.retracted: Pair = (0, 0)
        """What of the lower bound cannot be vouched for, input and output."""

    def copy(self) -> "Totals":
        """Return one that changes apart from this."""
        self.work_off()
        new = Totals()
        for name in ("plain", "low", "high", "full", "full_calls", "naive_root"):
            setattr(new, name, getattr(self, name).copy())
        new.flags = self.flags.copy()
        new.missing, new.failed = self.missing, self.failed
        new.forgotten, new.retracted = self.forgotten, self.retracted
        return new

    def add_plain(self, calls: Iterable[Call]) -> None:
        """Count plain calls without a roll-up as certain."""
        groups: dict[tuple[Any, ...], list[Usage]] = {}
        for c in calls:
            key = (c.actor, c.model, c.task, c.trial, c.parent is None)
            usages = groups.get(key)
            if usages is None:
                usages = groups[key] = []
            usages.append(c.usage)  # type: ignore[arg-type] # a plain call has usage
        self.plain.add_all(
            ((Group(actor, model or "", task, trial), is_root), usages)
            for (actor, model, task, trial, is_root), usages in groups.items()
        )

    def take_back(self, calls: Iterable[Call]) -> None:
        """Make room for what the rules say of plain calls."""
        for call in calls:
            if call.usage is not None:
                self.low.add(group_of(call), call.usage, -1)
                self.high.add(group_of(call), call.usage, -1)

    def add_naive(self, call: Call) -> None:
        """Count a span that is no plain call as naive summers do."""
        if call.rollup:
            self._add_summed(call)
            if call.usage is not None:
                self.full_calls.add(call.model or "", call.usage)
        elif call.usage is not None:
            self._waiting.append(call)
            if len(self._waiting) >= TOGETHER:
                self.work_off()

    def work_off(self) -> None:
        """Add up what waits."""
        groups: dict[tuple[str, bool], list[Usage]] = {}
        for c in self._waiting:
            if c.usage is not None:
                key = (c.model or "", c.parent is None)
                groups.setdefault(key, []).append(c.usage)
        self._waiting = []
        for (model, is_root), usages in groups.items():
            for rows in (self.full, self.full_calls):
                rows.add_all([(model, usages)])
            if is_root:
                self.naive_root.add_all([(model, usages)])

    def _add_summed(self, call: Call) -> None:
        for model, usage in as_summed(call):
            self.full.add(model, usage)
            if call.parent is None:
                self.naive_root.add(model, usage)

    def add_rolled_up(self, call: Call) -> None:
        """Correct the sums for a plain call whose roll-up says what it says itself."""
        self._add_summed(call)
        if call.usage is not None:
            self.full.add(call.model or "", call.usage, -1)
            if call.parent is None:
                self.naive_root.add(call.model or "", call.usage, -1)

    def add_records(self, records: Iterable[Record]) -> None:
        """Count records that the rules made."""
        for record in records:
            key = group_of(record)
            self.high.add(key, record.usage)
            if record.certain:
                self.low.add(key, record.usage)

    def retract(self, amount: Pair, times: int = 1) -> None:
        """Lower the lower bound."""
        self.retracted = plus(self.retracted, amount, times)


def group_of(of: Call | Record) -> Group:
    """Return whose it is."""
    return Group(of.actor, of.model or "", of.task, of.trial)
