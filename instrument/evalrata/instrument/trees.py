"""Spans of another process, put in the order in which they started.

A process writes a span when it ends, so that those below come first; the ledger must
meet them the other way round.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from evalrata.schemas.records import Call

__all__ = ["Trees", "parents_first"]

Key = tuple[str | None, str]
Numbered = tuple[int, Call]


class Trees:
    """Keeps spans until the topmost of their process is there."""

    def __init__(self) -> None:
        """Start with none."""
        self._below: dict[Key, list[Numbered]] = {}
        self._number = count()

    def take(self, call: Call, *, within: bool) -> list[Call]:
        """Take a span; returns those that are complete, in the order of their ends.

        ``within``: one around it comes later.
        """
        numbered = (next(self._number), call)
        if within and call.parent is not None:
            self._below.setdefault((call.trace, call.parent), []).append(numbered)
            return []
        return _ordered([*self._under(call), numbered])

    def rest(self) -> list[Call]:
        """Take out those whose topmost span never came."""
        left = [numbered for below in self._below.values() for numbered in below]
        self._below.clear()
        return _ordered(left)

    def _under(self, call: Call) -> Iterator[Numbered]:
        stack = self._below.pop((call.trace, call.id), [])
        while stack:
            numbered = stack.pop()
            yield numbered
            _, below = numbered
            stack += self._below.pop((below.trace, below.id), ())


def _ordered(numbered: list[Numbered]) -> list[Call]:
    return [call for _, call in sorted(numbered, key=lambda n: n[0])]


def parents_first(calls: Iterable[Call]) -> Iterator[Call]:
    """Yield each span after the one around it, where that is among them."""
    by_key = {(c.trace, c.id): c for c in calls}
    while by_key:
        key: Key | None = next(iter(by_key))
        chain = []
        while key in by_key:
            call = by_key.pop(key)
            chain.append(call)
            key = None if call.parent is None else (call.trace, call.parent)
        yield from reversed(chain)
