"""The reader of ``--mapping``."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalrata.integrations.reader import Reader

__all__ = ["readers_of"]


def readers_of(mapping: str | None) -> "tuple[Reader, ...]":
    """Return the reader that a mapping makes, to be asked first; none without one.

    Raises ``UsageError`` for a file that is no mapping.
    """
    if mapping is None:
        return ()
    from evalrata.integrations.mapped.document import load  # noqa: PLC0415 - pydantic
    from evalrata.integrations.mapped.reader import TableReader  # noqa: PLC0415

    return (TableReader(load(mapping)),)
