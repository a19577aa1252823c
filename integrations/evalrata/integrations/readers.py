"""The readers that are installed, and which of them knows a document."""

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points

from msgspec import Struct

from evalrata.integrations.documents import Document
from evalrata.integrations.reader import Match, Reader, no

__all__ = ["Failed", "Recognition", "installed", "recognise"]

GROUP = "evalrata.readers"

Failed = Callable[[Reader, Exception], None]
"""Is told that a reader itself failed, with what."""


class Recognition(Struct, frozen=True):
    """What the readers say about one document."""

    reader: Reader | None
    """The one that reads it; ``None``: no reader says yes."""
    near: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Formats that it nearly is, each with what is missing."""

    def why_not(self) -> str:
        """Say why no reader reads it: its near misses, if it has any."""
        return "; ".join(
            f"looks like {name}, but lacks {', '.join(missing)}"
            for name, missing in self.near
        )


def installed() -> tuple[Reader, ...]:
    """Load the readers of the entry-point group ``evalrata.readers``.

    They come in the order of their names, which also decides between two that both
    know a document: the first one reads it.
    """
    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return tuple(point.load() for point in points)


def recognise(
    document: Document, readers: Sequence[Reader], failed: Failed
) -> Recognition:
    """Ask the readers about a document, until one says yes."""
    near: list[tuple[str, tuple[str, ...]]] = []
    for reader in readers:
        match = _sniff(reader, document, failed)
        if match.verdict == "yes":
            return Recognition(reader)
        if match.verdict == "near":
            near.append((reader.name, match.missing))
    return Recognition(None, tuple(near))


def _sniff(reader: Reader, document: Document, failed: Failed) -> Match:
    try:
        return reader.sniff(document)
    except Exception as error:  # noqa: BLE001 - one reader's fault stays its own
        failed(reader, error)
        return no
