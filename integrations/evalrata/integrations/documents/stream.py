"""A document that is too large to be held."""

from collections.abc import Callable
from typing import BinaryIO

from evalrata.integrations.documents.cursor import CHUNK, LARGEST_VALUE, Cursor
from evalrata.integrations.documents.json_document import JsonDocument
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Where

__all__ = ["StreamDocument", "reader_of"]


class StreamDocument(JsonDocument):
    """A JSON document or JSON Lines of any size, read from a stream.

    It holds its beginning (up to 16 MiB), then one value at a time.  A second walk
    seeks the stream back to where it was; on a stream that cannot do so it raises
    ``InputError``.  Only one walk can be under way.
    """

    def __init__(  # noqa: PLR0913 # the last three are for tests and callers that read on
        self,
        where: Where,
        stream: BinaryIO,
        on_fault: Callable[[InputError], None],
        *,
        head: bytes = b"",
        chunk: int = CHUNK,
        largest: int = LARGEST_VALUE,
    ) -> None:
        """Look at the beginning of ``head``, which was read already, and ``stream``.

        Reads ``chunk`` bytes at a time, and passes single values of more than
        ``largest`` bytes.  Raises ``InputError`` if it is empty or not JSON.
        """
        self._stream = stream
        self._head = head
        self._sizes = chunk, largest
        self._start = stream.tell() - len(head) if stream.seekable() else None
        super().__init__(where, on_fault)
        self._head = b""

    def _open(self) -> Cursor:
        return self._cursor_after(self._head)

    def _open_again(self) -> Cursor:
        if self._start is None:
            raise InputError(self.where, "cannot be read twice: open it again")
        self._stream.seek(self._start)
        return self._cursor_after(b"")

    def _cursor_after(self, head: bytes) -> Cursor:
        chunk, largest = self._sizes
        return Cursor(
            reader_of(self._stream),
            head=head,
            on_encoding=self._faults.not_utf8,
            chunk=chunk,
            largest=largest,
        )


def reader_of(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return the stream's way to read once, keeping what came before an error."""
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    return read
