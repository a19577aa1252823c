"""Token sums by key, from which what was added can be taken back."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from operator import attrgetter
from typing import Generic, TypeVar

from evalrata.schemas.records import Usage
from evalrata.schemas.tokens import FIELDS

__all__ = ["Rows"]

K = TypeVar("K", bound=Hashable)
J = TypeVar("J", bound=Hashable)

_WIDTH = len(FIELDS)
_GETTERS = tuple(attrgetter(name) for name in FIELDS)


class Rows(Generic[K]):
    """Sums of usage by key.

    A row holds how many usages were added, then per field of ``Usage`` the sum, then
    per field how many recorded it: a field that none records stays ``None`` also after
    usages were taken back.
    """

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        """Start empty."""
        self._rows: dict[K, list[int]] = {}

    def add(self, key: K, usage: Usage, sign: int = 1) -> None:
        """Add one usage, or take it back."""
        row = self._row(key)
        row[0] += sign
        for place, get in enumerate(_GETTERS, 1):
            value = get(usage)
            if value is not None:
                row[place] += sign * value
                row[place + _WIDTH] += sign

    def add_all(self, groups: Iterable[tuple[K, list[Usage]]]) -> None:
        """Add many usages, grouped."""
        for key, usages in groups:
            row = self._row(key)
            row[0] += len(usages)
            for place, get in enumerate(_GETTERS, 1):
                values = [v for v in map(get, usages) if v is not None]
                row[place] += sum(values)
                row[place + _WIDTH] += len(values)

    def absorb(self, other: "Rows[K]") -> None:
        """Add all of another one."""
        for key, theirs in other._rows.items():  # noqa: SLF001 - of its own kind
            self._put(key, theirs)

    def items(self) -> Iterator[tuple[K, int, Usage]]:
        """Yield key, number of usages, and their sum, where there are any."""
        for key, row in self._rows.items():
            if row[0]:
                yield key, row[0], _usage(row)

    def keyed(
        self, to: Callable[[K], J], only: Callable[[K], bool] | None = None
    ) -> "Rows[J]":
        """Return the same sums by another key, of all keys or some."""
        new = Rows[J]()
        for key, theirs in self._rows.items():
            if only is None or only(key):
                new._put(to(key), theirs)
        return new

    def usage(self, key: K) -> Usage:
        """Return the sum of one key."""
        row = self._rows.get(key)
        return _usage(row) if row else Usage()

    def copy(self) -> "Rows[K]":
        """Return one that changes apart from this."""
        new = Rows[K]()
        new._rows = {key: row.copy() for key, row in self._rows.items()}
        return new

    def _put(self, key: K, theirs: list[int]) -> None:
        row = self._row(key)
        for place, value in enumerate(theirs):
            row[place] += value

    def _row(self, key: K) -> list[int]:
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = [0] * (1 + 2 * _WIDTH)
        return row


def _usage(row: list[int]) -> Usage:
    counts = row[1 + _WIDTH :]
    return Usage(*(s if n else None for s, n in zip(row[1:], counts, strict=False)))
