"""The rows of one domain, by the evaluator that graded them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.lint.places import place
from evalrata.lint.view import BoardView, Entry
from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import build_key, instrument_for, label

__all__ = ["Graders"]


class Graders(Struct, frozen=True):
    """The rows of one domain, by what their evaluators share."""

    name: str
    keys: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[Entry, ...], ...]
    """Rows whose build is known, in groups that may be ranked."""
    unknown: tuple[Entry, ...]

    @classmethod
    def of(cls, board: BoardView, name: str) -> "Graders":
        """Group the rows that have domain ``name``."""
        groups: dict[tuple[str, ...], list[Entry]] = {}
        unknown: list[Entry] = []
        for entry in board.of(name):
            used = instrument_for(entry.run, "evaluator", name)
            key = build_key(used, name, board.table)
            (unknown if key is None else groups.setdefault(key, [])).append(entry)
        return cls(
            name,
            tuple(groups),
            tuple(tuple(entries) for entries in groups.values()),
            tuple(unknown),
        )

    def used(self, entry: Entry) -> Instrument | None:
        """Return the row's evaluator."""
        return instrument_for(entry.run, "evaluator", self.name)

    def names_differ(self) -> bool:
        """Say whether rows name different evaluators, whatever their builds."""
        names = {key[0] for key in self.keys}
        for entry in self.unknown:
            if (instrument := self.used(entry)) is not None:
                names.add(instrument.name.strip().casefold())
        return len(names) > 1

    def listed(self) -> bool:
        """Say whether every known build is a release that the table lists."""
        return all(key[1] == "era" for key in self.keys)

    def builds(self, entries: Sequence[Entry]) -> list[str]:
        """Name the builds of some rows, each once."""
        return sorted({_label(self.used(e)) for e in entries})

    def spelled(self) -> str:
        """Write the groups, the largest first, rows without a build last."""
        groups = sorted(self.groups, key=lambda g: (-len(g), self.builds(g)))
        parts = [f"{' and '.join(self.builds(g))} ({len(g)})" for g in groups]
        if self.unknown:
            parts.append(
                f"{', '.join(self.builds(self.unknown))} without a build "
                f"({len(self.unknown)})"
            )
        return "; ".join(parts)

    def values(self) -> Iterator[dict[str, list[str]]]:
        """Give each group; a row whose build is not known is one of its own."""
        for group in (*self.groups, *((e,) for e in self.unknown)):
            yield {"builds": self.builds(group), "rows": [e.run.id for e in group]}

    def pointers(self) -> Iterator[str]:
        """Point to the evaluator of each row."""
        for entry in (*(e for g in self.groups for e in g), *self.unknown):
            used = self.used(entry)
            yield place(entry.run, used.pointer if used else None)


def _label(instrument: Instrument | None) -> str:
    return "no evaluator" if instrument is None else label(instrument)
