"""Collects what is to be said about spans beside the sums."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from evalrata.schemas.root_usage.ledger import Flag

__all__ = ["Double", "Notes"]


class Double(NamedTuple):
    """A span around one of equal usage under another response id."""

    inner: int
    """Position in the tree."""
    outer: int
    responses: tuple[str, str]


class Notes:
    """Flags in the making; positions in the tree become the caller's indices."""

    def __init__(self, spans: Sequence[tuple[int, ...]]) -> None:
        """Start empty."""
        self.flags: list[Flag] = []
        self.doubles: list[Double] = []
        """Not decided before all traces are compared."""
        self._spans = spans

    def add(self, kind: str, message: str, nodes: Iterable[int], **values: Any) -> None:
        """Flag the spans at ``nodes``."""
        self.flags.append(
            Flag(kind=kind, message=message, spans=self.spans(nodes), values=values)
        )

    def spans(self, nodes: Iterable[int]) -> tuple[int, ...]:
        """Return the caller's indices, sorted."""
        return tuple(sorted(i for node in nodes for i in self._spans[node]))
