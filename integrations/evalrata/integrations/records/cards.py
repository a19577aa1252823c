"""The run card in a file: a card itself, or the closing line of a records archive."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from evalrata.integrations.documents import Document
from evalrata.integrations.opening import open_path
from evalrata.integrations.records.collected import collect
from evalrata.integrations.source import MemberSource
from evalrata.schemas.card import SCHEMA, Calls, Card, Counts, Dropped
from evalrata.schemas.card_contradictions import contradictions
from evalrata.schemas.errors import InputError, MalformedError, UnknownFormatError
from evalrata.schemas.records import Where
from evalrata.schemas.report import Usages

__all__ = ["Stated", "read_card"]

UNCLOSED = "it has no closing line, so the run was killed, or still goes on"


class Stated(Struct, frozen=True):
    """A card, and what else of its file could not be read."""

    card: Card
    where: Where
    in_archive: bool = False
    """It lies in the closing line of a records archive."""
    faults: tuple[InputError, ...] = ()
    """Only of an archive: lines that have nothing to do with the card."""


def read_card(path: str) -> Stated:
    """Read the card of one file, packed or not.

    Raises ``InputError`` for what is no card and no archive with one, is of another
    version, or has numbers that cannot all be true; the place is named.
    """
    where, faults = Where(path), list[InputError]()
    if Path(path).is_dir():
        raise InputError(where, "is a folder: name a run card or a records archive")
    try:
        with open_path(path, on_fault=faults.append) as archive:
            members = {member.name: member for member in archive.members}
            if len(members) == 1:
                with MemberSource(members, next(iter(members))) as source:
                    return _of(source, source.look())
    except OSError as error:
        raise InputError(where, f"cannot be read: {error.strerror or error}") from error
    if faults:
        raise faults[0]
    message = f"holds {len(members)} files: name the one with the card"
    raise InputError(where, message)


def _of(source: MemberSource, document: Document) -> Stated:
    keys = frozenset(document.keys)
    if document.kind == "lines" or {"run", "process"} <= keys:
        stated = _in_archive(source)
    elif document.kind == "object" and {"schema", "run"} <= keys:
        stated = _alone(source, document)
    else:
        message = "is no run card (a JSON object with schema and run), and no archive"
        raise UnknownFormatError(source.where, message)
    for wrong in contradictions(stated.card):
        raise MalformedError(_below(stated.where, wrong.pointer), wrong.message)
    return stated


def _in_archive(source: MemberSource) -> Stated:
    found = collect(source)
    if found.closed is None or found.closed.closed.card is None:
        why = "its closing line has none" if found.closed else UNCLOSED
        also = f"; first fault: {source.errors[0]}" if source.errors else ""
        do = f"; `evalrata lint {source.where.file}` reads the records that are there"
        raise InputError(source.where, f"holds no run card: {why}{also}{do}")
    place = structs.replace(source.where, pointer=f"{found.closed.pointer}/card")
    card, faults = found.closed.closed.card, tuple(source.errors)
    return Stated(card, place, in_archive=True, faults=faults)


def _alone(source: MemberSource, document: Document) -> Stated:
    plan = {field.name: field.type for field in structs.fields(Card)}
    values = {item.key: item.value for item in document.walk(plan)}
    schema = values.get("schema", SCHEMA)
    if schema != SCHEMA:
        message = f"is {schema}; this evalrata reads {SCHEMA} and records archives"
        raise UnknownFormatError(source.where, message)
    if source.errors:
        raise source.errors[0]
    if lacking := next(_lacking(values, document), None):
        message = (
            f"lacks {lacking}: a card has every field, and what is absent is not 0"
        )
        raise MalformedError(source.where, message)
    return Stated(Card(**values), source.where)


def _lacking(values: Mapping[str, Any], document: Document) -> Iterator[str]:
    """Yield fields that are not there, and that would be read as 0."""
    yield from (f.name for f in structs.fields(Card) if f.name not in values)
    parts: dict[str, type[Struct]] = {
        "episodes": Counts,
        "calls": Calls,
        "dropped": Dropped,
        "usage": Usages,
    }
    for item in document.walk(dict.fromkeys(parts, dict[str, Any])):
        for field in structs.fields(parts[item.key]):
            if field.name not in item.value:
                yield f"{item.key}.{field.name}"


def _below(where: Where, pointer: str) -> Where:
    return structs.replace(where, pointer=f"{where.pointer or ''}{pointer}")
