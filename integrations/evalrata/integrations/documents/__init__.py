"""JSON documents of any size, read in one pass into typed values."""

from evalrata.integrations.documents.document import Document, Each, Item, Kind
from evalrata.integrations.documents.memory import MemoryDocument
from evalrata.integrations.documents.opened import open_document
from evalrata.integrations.documents.stream import StreamDocument

__all__ = [
    "Document",
    "Each",
    "Item",
    "Kind",
    "MemoryDocument",
    "StreamDocument",
    "open_document",
]
