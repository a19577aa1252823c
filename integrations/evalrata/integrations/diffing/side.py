"""One of the two measurements, read."""

from collections.abc import Iterable, Sequence
from contextlib import closing

from msgspec import Struct

from evalrata.integrations.composition import once
from evalrata.integrations.diffing.keeping import Keeper, placed
from evalrata.integrations.reader import Reader
from evalrata.integrations.reading import Progress, Reading
from evalrata.integrations.remote import Rules
from evalrata.lint.comparing.kept import Kept
from evalrata.schemas.findings import Fault
from evalrata.schemas.report import Input

__all__ = ["How", "Side", "read_side"]


class How(Struct, frozen=True, kw_only=True):
    """How both sides are read."""

    readers: tuple[Reader, ...]
    """Asked in this order."""
    password: str | None = None
    progress: Progress | None = None
    network: Rules | None = None


class Side(Struct, frozen=True, kw_only=True):
    """What was read of one side, and what was not."""

    name: str
    """What was compared: a path, or ``REPO@REV``."""
    kept: Sequence[Kept] = ()
    inputs: tuple[Input, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


def read_side(name: str, paths: Iterable[str], how: How) -> Side:
    """Read everything in ``paths``; what cannot be read is in ``faults``.

    Raises ``UsageError`` for an empty path, and for a URL that needs a library which
    is not there.
    """
    keeper = Keeper()
    reading = Reading(
        keeper,
        how.readers,
        password=how.password,
        progress=how.progress,
        rules=how.network,
    )
    with closing(reading):
        given = list(once(paths, reading.notes))
        for path in given:
            reading.path(path)
    return Side(
        name=name,
        kept=[placed(kept, reading.named(kept.id), given) for kept in keeper.kept],
        inputs=reading.looked.inputs(),
        faults=reading.faults.all(),
        notes=tuple(reading.notes),
    )
