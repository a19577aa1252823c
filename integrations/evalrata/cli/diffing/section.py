"""Parts of a diff as they are shown, whatever they are shown in."""

from collections.abc import Sequence

from msgspec import Struct

__all__ = ["Places", "Section", "Table"]


class Table(Struct, frozen=True):
    """Rows of text; the first column names them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class Places(Struct, frozen=True):
    """Places that stay whole, with what they are places of."""

    before: str
    items: Sequence[str]


class Section(Struct, frozen=True):
    """A heading with what is below it, in order."""

    title: str
    parts: Sequence[str | Table | Places] = ()
