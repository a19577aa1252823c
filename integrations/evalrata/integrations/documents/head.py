"""What can be said of a document from its beginning."""

import re
from typing import NamedTuple

from evalrata.integrations.documents.cursor import Cursor
from evalrata.integrations.documents.document import Kind
from evalrata.integrations.documents.ends import LONGEST_ESCAPE, quick_end
from evalrata.integrations.documents.first_keys import (
    Keys,
    after_space,
    end_of,
    keys_of_elements,
    keys_of_lines,
    keys_of_object,
    record_follows,
)
from evalrata.integrations.documents.lenient import UnreadableError, decode
from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.records import Where

__all__ = ["MOST_HEAD", "Head", "look"]

MOST_HEAD = 1 << 24
"""Bytes that are looked at to tell one long line from JSON Lines."""
_VALUE = re.compile(rb'[ \t\r]*\n[ \t\n\r]*[\[{"\-0-9tfnNI]')


class Head(NamedTuple):
    """A document's kind and first keys, as ``Document`` describes them."""

    kind: Kind
    keys: tuple[str, ...]
    complete: bool


def look(cursor: Cursor, where: Where) -> Head:
    """Look at a document from its first byte on, without passing anything.

    Raises ``InputError`` for an empty document, ``MalformedError`` for one that is
    not JSON.
    """
    first = cursor.peek()
    if not first:
        raise cursor.failure or InputError(where, "is empty")
    if b"\0" in cursor.data[:4] or first in (b"\xff", b"\xfe"):
        raise MalformedError(where, "is not UTF-8 but UTF-16 or UTF-32 (byte 0)")
    if first not in (b"{", b"["):
        return _scalar(cursor, where)
    keys, end = _keys_and_end(cursor, first)
    while _undecided(cursor, keys, end) and cursor.more():
        keys, end = _keys_and_end(cursor, first)
    if _is_lines(cursor, end):
        return _lines(cursor)
    return Head("object" if first == b"{" else "array", keys.keys, keys.end is not None)


def _lines(cursor: Cursor) -> Head:
    keys = keys_of_lines(cursor.data, cursor.at, final=cursor.ended)
    return Head("lines", keys.keys, keys.end is not None)


def _undecided(cursor: Cursor, keys: Keys, end: int | None) -> bool:
    """Say whether more has to be read to tell an object or array from lines."""
    data, start = cursor.data, cursor.at
    if len(data) >= MOST_HEAD:
        return False
    if not keys.settled:
        return True
    if end is None:
        newline = data.find(b"\n", start)
        following = len(data) - after_space(data, newline)
        return newline < 0 or following <= LONGEST_ESCAPE
    if after_space(data, end) == len(data):
        return True
    return _line_follows(cursor, end) is None


def _keys_and_end(cursor: Cursor, first: bytes) -> tuple[Keys, int | None]:
    """Return the keys of the first object, and the end of the first value."""
    data, start, final = cursor.data, cursor.at, cursor.ended
    if first == b"{":
        keys = keys_of_object(data, start, final=final)
        return keys, keys.end
    keys = keys_of_elements(data, start, final=final)
    return keys, end_of(data, start, final=final)


def _scalar(cursor: Cursor, where: Where) -> Head:
    """Tell a lone string, number or word from lines, and from no JSON.

    The first of many lines may be none of JSON.
    """
    start = cursor.at
    while len(cursor.data) < MOST_HEAD and cursor.more():
        pass
    end = end_of(cursor.data, start, final=cursor.ended)
    one_line = end is not None and _is_lines(cursor, end)
    if one_line or record_follows(cursor.data, start, final=True):
        return _lines(cursor)
    try:
        decode(memoryview(cursor.data)[start:], object)
    except (UnreadableError, RecursionError) as error:
        raise MalformedError(where, f"is not JSON (byte {start})") from error
    return Head("other", (), True)


def _is_lines(cursor: Cursor, end: int | None) -> bool:
    """Say whether another value follows the first one on a line of its own."""
    data, start = cursor.data, cursor.at
    newline = data.find(b"\n", start)
    if newline < 0:
        return False
    if end is not None:
        return bool(_line_follows(cursor, end))
    return _first_line_broken(data, start, newline)


def _line_follows(cursor: Cursor, end: int) -> bool | None:
    """Say whether a value on one line has more below it; ``None``: not yet known."""
    data, start = cursor.data, cursor.at
    value = data[start:end].rstrip()
    if b"\n" in value:
        return False
    if _VALUE.match(data, start + len(value)):
        return True
    newline = data.find(b"\n", start + len(value))
    if newline < 0:
        return False if cursor.ended else None
    return record_follows(data, newline + 1, final=cursor.ended)


def _first_line_broken(data: bytes, start: int, newline: int) -> bool:
    """Say whether the first line is a broken record and the second a whole one."""
    second = data.find(b"\n", newline + 1)
    line = data[newline + 1 : len(data) if second < 0 else second].strip()
    if newline - start < 3 or data[start : start + 1] != b"{" or line[:1] != b"{":  # noqa: PLR2004 # "{}" is the shortest record
        return False
    return quick_end(data, start, final=True) == "refused" and quick_end(
        line, 0, final=True
    ) == len(line)
