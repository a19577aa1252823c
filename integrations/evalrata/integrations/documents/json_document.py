"""What documents in memory and on a stream share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evalrata.integrations.documents.cursor import Cursor
from evalrata.integrations.documents.document import Item, Kind
from evalrata.integrations.documents.faults import Faults
from evalrata.integrations.documents.head import look
from evalrata.integrations.documents.walk import Walk
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Where

__all__ = ["JsonDocument"]


class JsonDocument(ABC):
    """A document as ``Document`` describes it, whatever its bytes come from."""

    def __init__(self, where: Where, on_fault: Callable[[InputError], None]) -> None:
        """Look at the beginning.  Raises ``InputError`` as ``look`` does."""
        self.where = where
        self._faults = Faults(where, on_fault)
        self._ready: Cursor | None = self._open()
        head = look(self._ready, where)
        self.kind: Kind = head.kind
        self.keys: Sequence[str] = head.keys
        self.keys_complete = head.complete

    def walk(self, plan: Mapping[str, Any]) -> Iterator[Item]:
        """Yield the planned values; see ``Document.walk``."""
        cursor, self._ready = self._ready or self._open_again(), None
        return Walk(cursor, self._faults).items(self.kind, plan)

    @abstractmethod
    def _open(self) -> Cursor:
        """Return a cursor at the first byte."""

    def _open_again(self) -> Cursor:
        """Return a cursor at the first byte, for one more walk."""
        return self._open()
