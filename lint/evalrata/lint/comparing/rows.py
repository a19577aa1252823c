"""The rows of a comparison by the names under which its columns list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.places import place

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from collections.abc import Iterable

    from evalrata.lint.comparing.comparison import Comparison, RunPair
    from evalrata.schemas.diff import RowDiff
    from evalrata.schemas.records import Reported, Run

__all__ = ["Row", "Rows", "domains_of"]


class Row(Struct, frozen=True):
    """A run on both sides."""

    diff: RowDiff
    pair: RunPair

    @property
    def same(self) -> bool | None:
        """Whether both sides hold the same episodes; rows without any count as that."""
        if self.pair.matched:
            return self.pair.same
        return not (self.pair.before.outcomes and self.pair.after.outcomes)

    @property
    def run(self) -> Run:
        """The run of the after side."""
        return self.pair.after.entry.run


class Rows:
    """All rows that are on both sides."""

    def __init__(self, comparison: Comparison) -> None:
        """Name each by its id on the after side."""
        self.all = tuple(
            Row(diff, pair)
            for diff, pair in zip(comparison.diff.rows, comparison.pairs, strict=True)
        )
        self._by_name = {row.diff.after: row for row in reversed(self.all)}
        self._same: dict[str, bool | None] = {}

    def of(self, name: str) -> Row | None:
        """Return the row called ``name``; ``None`` if it is on one side alone."""
        return self._by_name.get(name)

    def same(self, name: str) -> bool | None:
        """Say whether a row's sides hold the same episodes; ``None``: not known."""
        if name not in self._same:
            row = self.of(name)
            self._same[name] = None if row is None else row.same
        return self._same[name]

    def places(self, names: Iterable[str], column: str = "") -> list[str]:
        """Return where the rows' scores stand on the after side."""
        found = [row for name in names if (row := self.of(name)) is not None]
        return [place(r.run, _score(r.run, column).score_pointer) for r in found]


def domains_of(run: Run, column: str) -> tuple[str, ...]:
    """Return the domains that a column of a run stands for; ``("",)`` for none."""
    domain = column.rpartition(": ")[2]
    if run.by_domain is not None and domain in run.by_domain:
        return (domain,)
    return run.domains or ("",)


def _score(run: Run, column: str) -> Reported:
    domain = column.rpartition(": ")[2]
    return (run.by_domain or {}).get(domain, run.reported)
