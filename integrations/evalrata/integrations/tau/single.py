"""Records of a document that is a list of them, JSON Lines, or one record."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from evalrata.integrations.documents import Document, Each
from evalrata.integrations.reader import OnFault
from evalrata.schemas.errors import MalformedError
from evalrata.schemas.records import Where

__all__ = ["each_record", "holds_nothing", "no_record", "whole"]

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


def each_record(
    document: Document, type_: type[T], on_fault: OnFault
) -> Iterator[tuple[str, T]]:
    """Yield every record with its JSON pointer; an object that is none is a fault."""
    if document.kind == "object":
        yield "", whole(document, type_)
        return
    for item in document.walk({"": Each(items=type_)}):
        if holds_nothing(item.value):
            on_fault(no_record(document.where, item.pointer))
        else:
            yield item.pointer, item.value


def holds_nothing(record: msgspec.Struct) -> bool:
    """Say whether every field is at its default."""
    return record == type(record)()


def no_record(where: Where, pointer: str) -> MalformedError:
    """Say that there is no record at ``pointer``."""
    place = msgspec.structs.replace(where, pointer=pointer)
    return MalformedError(place, "has none of a record's fields; not read")
