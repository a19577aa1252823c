"""The records of a subtree, with the sums and look-ups that the rules ask for."""

from collections.abc import Collection

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.record import Pair, Record, join, pair, richness
from evalrata.schemas.tokens import FIELDS

__all__ = ["Below", "nameless", "plus"]

Key = str | Pair | tuple[int, int, None]
"""A response id; input and output; these of a record without an id."""

Sums = dict[str, list[int]]

FEW = 8
"""So many records are looked through rather than indexed."""


class Below:
    """Records below one span.

    Merging takes the smaller into the larger, and look-ups are built when first
    asked for and then kept up, so that deep and wide trees cost n log n.
    """

    __slots__ = (
        "_first",
        "_index",
        "_sums",
        "_total",
        "anonymous",
        "full",
        "high",
        "low",
        "missing",
        "records",
    )

    def __init__(self) -> None:
        """Start empty."""
        self.records: set[Record] = set()
        self.anonymous = 0
        """Records without a response id."""
        self.low: Pair = (0, 0)
        """Input and output of the certain records."""
        self.high: Pair = (0, 0)
        """Input and output of all records."""
        self.full: Pair = (0, 0)
        """Own usage of every span below, nested ones included."""
        self.missing: list[int] = []
        """Model calls without usage that nothing so far stands for."""
        self._index: dict[Key, set[Record]] | None = None
        self._first: dict[Key, Record] = {}
        self._sums: Sums | None = None
        self._total: list[int] | None = None

    def put(self, record: Record) -> None:
        """Add a record."""
        self.records.add(record)
        self._count(record, 1)
        if self._index is not None:
            for key in _keys(record):
                self._index.setdefault(key, set()).add(record)
        if self._first:
            self._move_up(record)

    def take(self, record: Record) -> None:
        """Remove a record, to change it."""
        self.records.remove(record)
        self._count(record, -1)
        if self._index is not None:
            for key in _keys(record):
                self._index[key].discard(record)
        for key in _keys(record) if self._first else ():
            if self._first.get(key) is record:
                del self._first[key]

    def join(self, record: Record, node: int, call: Call, usage: Usage) -> None:
        """Take an enclosing span of the same call into one of the records.

        The look-ups are redone only if its values change, which happens to a record
        a few times at most however deep the tree is.
        """
        if richness(usage) > richness(record.usage) or not record.model:
            self.take(record)
            join(record, node, call, usage)
            self.put(record)
            return
        if call.response and not record.ids:
            self._name(record, call.response)
        elif call.response and self._index is not None:
            self._index.setdefault(call.response, set()).add(record)
        join(record, node, call, usage)
        if self._first:
            self._move_up(record)

    def _name(self, record: Record, response: str) -> None:
        """Let look-ups know that a record gets its first response id."""
        self.anonymous -= 1
        key = nameless(record.usage)
        self._first.pop(key, None)
        if self._index is not None:
            self._index[key].discard(record)
            self._index.setdefault(response, set()).add(record)

    def first(self, key: Key) -> Record | None:
        """Return the earliest record with ``key``.

        It is remembered, since a deep chain asks for the same one at each level.
        """
        known = self._first.get(key)
        if known is None and (found := self._find(key)):
            known = self._first[key] = min(found, key=lambda r: r.place)
        return known

    def _move_up(self, record: Record) -> None:
        for key in _keys(record):
            known = self._first.get(key)
            if known is not None and record.place < known.place:
                self._first[key] = record

    def _find(self, key: Key) -> Collection[Record]:
        if self._index is None:
            if len(self.records) <= FEW:
                return [r for r in self.records if key in _keys(r)]
            self._index = {}
            for record in self.records:
                for k in _keys(record):
                    self._index.setdefault(k, set()).add(record)
        return self._index.get(key, ())

    def of_model(self, model: str) -> Usage:
        """Return the usage of all records of one model."""
        if self._sums is None:
            self._sums = {}
            for record in self.records:
                _add(_row(self._sums, record), record, 1)
        return Usage(*self._sums.get(model, ()))

    def total(self) -> Usage:
        """Return the usage of all records."""
        if self._total is None:
            self._total = [0] * len(FIELDS)
            for record in self.records:
                _add(self._total, record, 1)
        return Usage(*self._total)

    def _count(self, record: Record, sign: int) -> None:
        tokens = pair(record.usage)
        if not record.ids:
            self.anonymous += sign
        self.high = plus(self.high, tokens, sign)
        if record.certain:
            self.low = plus(self.low, tokens, sign)
        if self._total is not None:
            _add(self._total, record, sign)
        if self._sums is not None:
            _add(_row(self._sums, record), record, sign)

    def absorb(self, other: "Below") -> None:
        """Take in a smaller one."""
        for record in other.records:
            self.put(record)
        self.full = plus(self.full, other.full)
        self.missing += other.missing


def plus(a: Pair, b: Pair, sign: int = 1) -> Pair:
    """Add (or subtract) input and output."""
    return (a[0] + sign * b[0], a[1] + sign * b[1])


def nameless(usage: Usage) -> Key:
    """Return the key of records without a response id."""
    return (*pair(usage), None)


def _keys(record: Record) -> tuple[Key, ...]:
    if record.ids:
        return (*record.ids, pair(record.usage))
    return (pair(record.usage), nameless(record.usage))


def _row(sums: Sums, record: Record) -> list[int]:
    return sums.setdefault(record.model or "", [0] * len(FIELDS))


def _add(row: list[int], record: Record, sign: int) -> None:
    for place, name in enumerate(FIELDS):
        row[place] += sign * (getattr(record.usage, name) or 0)
