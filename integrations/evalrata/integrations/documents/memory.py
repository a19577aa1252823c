"""A document that is small enough to be held."""

from collections.abc import Callable

from evalrata.integrations.documents.cursor import Cursor
from evalrata.integrations.documents.json_document import JsonDocument
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Where

__all__ = ["MemoryDocument"]


class MemoryDocument(JsonDocument):
    """A JSON document or JSON Lines, as bytes in memory."""

    def __init__(
        self,
        where: Where,
        data: bytes,
        on_fault: Callable[[InputError], None],
        failure: InputError | None = None,
    ) -> None:
        """Look at the data.

        ``failure`` says why there is no more of it, if it could not all be read.
        Raises ``InputError`` if it is empty or not JSON.
        """
        self._data = data
        self._failure = failure
        super().__init__(where, on_fault)

    def _open(self) -> Cursor:
        return Cursor(self._nothing, head=self._data, on_encoding=self._faults.not_utf8)

    def _nothing(self, _size: int) -> bytes:
        if self._failure is not None:
            raise self._failure
        return b""
