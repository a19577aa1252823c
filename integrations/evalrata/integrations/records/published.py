"""The run card in a file of its own, beside the archive of its run.

Found by its name: ``run.card.json`` beside ``run.jsonl``.
"""

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Any

from msgspec import structs

from evalrata.integrations.documents import Document
from evalrata.integrations.reader import Source
from evalrata.schemas.card import SCHEMA, Card
from evalrata.schemas.card_contradictions import contradictions
from evalrata.schemas.card_stated import stated_in
from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.pin import SCHEMA as PIN
from evalrata.schemas.records import Stated
from evalrata.schemas.stated import told_otherwise

__all__ = ["CARD", "note_of", "published", "with_card"]

CARD = ".card.json"
"""What the card's name has in place of the archive's ending."""

NOTES = {
    SCHEMA.rpartition("/")[0]: (
        "is a run card: `evalrata card show FILE` prints it, `evalrata card check "
        "FILE` checks it"
    ),
    PIN.rpartition("/")[0]: (
        "is a pin, which is read with results beside it: X.pin.json with X.json"
    ),
}


def with_card(main: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the name of the card beside an archive, if there is one."""
    place = PurePosixPath(main)
    name = str(place.with_name(f"{place.stem}{CARD}"))
    return (name,) if name in known else ()


def note_of(document: Document) -> str | None:
    """Say of a document that it is a run card or a pin; ``None``: it is neither."""
    keys = {*document.keys} if document.kind == "object" else set()
    if not ({"schema", "run"} <= keys or {"schema", "instruments"} <= keys):
        return None
    schema = next((item.value for item in document.walk({"schema": Any})), None)
    kind, _, _ = str(schema).rpartition("/")
    return NOTES.get(kind)


def published(
    source: Source, run: str, inside: tuple[Stated, ...]
) -> tuple[Stated, ...]:
    """Return what the card beside an archive states otherwise than the one in it.

    Its pointers have ``<member>#`` before them.  A card that cannot be read, or is of
    another run than ``run``, is a fault.
    """
    found: list[Stated] = []
    for name in source.names[1:]:
        if name.endswith(CARD):
            try:
                found += _stated(source, name, run)
            except InputError as error:
                source.fault(error)
    return tuple(told_otherwise(found, inside))


def _stated(source: Source, name: str, run: str) -> Iterator[Stated]:
    document = source.document(name)
    plan = {field.name: field.type for field in structs.fields(Card)}
    values = {item.key: item.value for item in document.walk(plan)}
    if {*document.keys} & {*plan} != {*values}:
        return  # what does not fit is a fault already
    schema = values.get("schema")
    if schema != SCHEMA or "run" not in values:
        message = f"is no run card that this evalrata reads ({SCHEMA}); not compared"
        raise InputError(document.where, message)
    if values["run"] != run:
        message = f"is the card of run {values['run']}, and not of {run} beside it"
        raise InputError(document.where, f"{message}; not compared")
    card = Card(**values)
    for wrong in contradictions(card):
        place = structs.replace(document.where, pointer=wrong.pointer)
        source.fault(MalformedError(place, wrong.message))
    yield from stated_in(card, f"{name}#")
