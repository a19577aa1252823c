"""The records of a subtree, with the sums and look-ups that the rules ask for."""

from collections.abc import Collection

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.record import Pair, Record, join, pair, richness
from evalrata.schemas.tokens import FIELDS

__all__ = ["Below", "plus"]

Sums = dict[str, list[int]]

FEW = 8
"""So many records are looked through rather than indexed."""


class Below:
    """Records below one span.

    Merging takes the smaller into the larger, and look-ups are built when first
    asked for and then kept up, so that deep and wide trees cost n log n.
    """

    __slots__ = (
        "_index",
        "_sums",
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
        self._index: dict[str | Pair, set[Record]] | None = None
        self._sums: Sums | None = None

    def put(self, record: Record) -> None:
        """Add a record."""
        self.records.add(record)
        self._count(record, 1)
        if self._index is not None:
            for key in _keys(record):
                self._index.setdefault(key, set()).add(record)

    def take(self, record: Record) -> None:
        """Remove a record, to change it."""
        self.records.remove(record)
        self._count(record, -1)
        if self._index is not None:
            for key in _keys(record):
                self._index[key].discard(record)

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
        self.anonymous -= not record.ids and bool(call.response)
        join(record, node, call, usage)
        if call.response and self._index is not None:
            self._index.setdefault(call.response, set()).add(record)

    def find(self, key: str | Pair) -> Collection[Record]:
        """Return records with a response id, or with an input and output."""
        if self._index is None:
            if len(self.records) <= FEW:
                return [r for r in self.records if key in r.ids or key == pair(r.usage)]
            self._index = {}
            for record in self.records:
                for k in _keys(record):
                    self._index.setdefault(k, set()).add(record)
        return self._index.get(key, ())

    def sums(self) -> dict[str, Usage]:
        """Return the usage of all records, by model."""
        if self._sums is None:
            self._sums = {}
            for record in self.records:
                _add(self._sums, record, 1)
        return {m: Usage(*values) for m, values in self._sums.items()}

    def _count(self, record: Record, sign: int) -> None:
        tokens = pair(record.usage)
        if not record.ids:
            self.anonymous += sign
        self.high = plus(self.high, tokens, sign)
        if record.certain:
            self.low = plus(self.low, tokens, sign)
        if self._sums is not None:
            _add(self._sums, record, sign)

    def absorb(self, other: "Below") -> None:
        """Take in a smaller one."""
        for record in other.records:
            self.put(record)
        self.full = plus(self.full, other.full)
        self.missing += other.missing


def plus(a: Pair, b: Pair, sign: int = 1) -> Pair:
    """Add (or subtract) input and output."""
    return (a[0] + sign * b[0], a[1] + sign * b[1])


def _keys(record: Record) -> tuple[str | Pair, ...]:
    return (*record.ids, pair(record.usage))


def _add(sums: Sums, record: Record, sign: int) -> None:
    row = sums.setdefault(record.model or "", [0] * len(FIELDS))
    for place, name in enumerate(FIELDS):
        row[place] += sign * (getattr(record.usage, name) or 0)
