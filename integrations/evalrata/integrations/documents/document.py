"""What a reader sees of a JSON document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from evalrata.schemas.records import Where

__all__ = ["Document", "Each", "Item", "Kind"]

Kind = Literal["object", "array", "lines", "other"]


class Each(NamedTuple):
    """Ask for the parts of a value one by one instead of for the whole.

    ``items`` is the type of an array's elements, ``values`` that of an object's
    values; ``None`` says that the format has no such form here.
    """

    items: Any = None
    values: Any = None


class Item(NamedTuple):
    """One value of a walk."""

    key: str
    """Top-level key; ``""`` for the elements of a top-level array or JSON Lines."""
    part: int | str | None
    """Index or key of the part, with ``Each``; ``None`` for a whole value."""
    value: Any
    """What the type makes of it.  A ``msgspec.Raw`` (whole, or a field; msgspec has no
    ``Raw | None``, an absent one is ``Raw(b"")``) keeps alive up to 1 MiB of text
    around it: keep ``raw.copy()`` where only a few are kept."""
    pointer: str
    """JSON pointer of the value; for JSON Lines, of the line's index (``/12``)."""


class Document(Protocol):
    """A JSON document, or JSON Lines.

    Values are decoded by msgspec to the type asked for (``msgspec.Raw`` and ``Any``
    included); fields that the type does not name are skipped, not held.  ``NaN``
    and ``Infinity``, which Python writes and JSON does not have, are read as such.
    """

    where: Where
    kind: Kind

    @property
    def keys(self) -> Sequence[str]:
        """Return the top-level keys, in file order.

        For an array or JSON Lines, those of the element that has most of the first
        few: any of them may be damaged, or no record.
        On a large document these are the keys seen in the part that was looked at.
        """
        ...

    @property
    def keys_complete(self) -> bool:
        """Say whether ``keys`` are all the keys there are."""
        ...

    def walk(self, plan: Mapping[str, Any]) -> Iterator[Item]:
        """Yield the planned values in file order, in one pass.

        ``plan`` maps a top-level key to a type, or to ``Each``; other keys are
        skipped.  For an array or JSON Lines the only key is ``""``.

        A value that does not fit its type is reported as a fault naming its JSON
        pointer, and the walk goes on; a document that breaks off is reported where
        it breaks, after everything before it was yielded.  A top-level key that is
        there twice is a fault, and each is yielded.  Keys that ``plan`` does not name
        are passed without being decoded: that they are not JSON may go unnoticed.
        ``null`` where parts were asked for yields none.
        """
        ...
