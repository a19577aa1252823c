"""Records of a document that is a list of them, JSON Lines, or one record."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from evalrata.integrations.documents import Document, Each

__all__ = ["each_record", "whole"]

T = TypeVar("T", bound=msgspec.Struct)


def whole(document: Document, type_: type[T]) -> T:
    """Read a document that is one object as one record.

    A field that does not fit its type is reported by the document and left at its
    default.
    """
    fields = msgspec.structs.fields(type_)
    names = {field.encode_name: field.name for field in fields}
    plan = {field.encode_name: field.type for field in fields}
    return type_(**{names[i.key]: i.value for i in document.walk(plan)})


def each_record(document: Document, type_: type[T]) -> Iterator[tuple[str, T]]:
    """Yield every record with its JSON pointer."""
    if document.kind == "object":
        yield "", whole(document, type_)
        return
    for item in document.walk({"": Each(items=type_)}):
        yield item.pointer, item.value
