"""Choosing how a document is read."""

from collections.abc import Callable
from io import BytesIO
from typing import BinaryIO

from evalrata.integrations.documents.cursor import CHUNK
from evalrata.integrations.documents.json_document import JsonDocument
from evalrata.integrations.documents.memory import MemoryDocument
from evalrata.integrations.documents.stream import StreamDocument, reader_of
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Where

__all__ = ["HELD", "open_document"]

HELD = 32 << 20
"""Bytes of the largest document that is read into memory."""


def open_document(
    where: Where,
    stream: BinaryIO,
    size: int | None,
    on_fault: Callable[[InputError], None],
) -> JsonDocument:
    """Open a JSON document or JSON Lines.

    ``size`` is the number of bytes to come, if known.  Up to ``HELD`` bytes are read
    into memory, and the stream is done with; of a larger document the stream is kept,
    and has to stay open.  What cannot be read later goes to ``on_fault``.

    Raises ``InputError`` if the document is empty, cannot be read at all, or is not
    JSON.
    """
    if size is not None and size > HELD:
        return StreamDocument(where, stream, on_fault)
    data, failure, ended = _up_to_held(stream)
    if ended:
        return MemoryDocument(where, data, on_fault, failure)
    return StreamDocument(where, stream, on_fault, head=data)


def _up_to_held(stream: BinaryIO) -> tuple[bytes, InputError | None, bool]:
    """Read until there is more than ``HELD``, no more, or a failure."""
    read, held = reader_of(stream), BytesIO()
    while held.tell() <= HELD:
        try:
            piece = read(CHUNK)
        except InputError as error:
            return held.getvalue(), error, True
        if not piece:
            return held.getvalue(), None, True
        held.write(piece)
    return held.getvalue(), None, False
