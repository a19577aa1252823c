"""What can be said of a document from its beginning."""

import re
from typing import Literal, NamedTuple

from evalrata.integrations.documents.cursor import Cursor
from evalrata.integrations.documents.document import Kind
from evalrata.integrations.documents.ends import (
    LONGEST_ESCAPE,
    SPACE,
    Brackets,
    quick_end,
)
from evalrata.integrations.documents.lenient import UnreadableError, decode
from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.records import Where

__all__ = ["MOST_HEAD", "Head", "look"]

MOST_HEAD = 1 << 24
"""Bytes that are looked at to tell one long line from JSON Lines."""
_MOST_KEYS = 10_000
_KEY = re.compile(rb'[ \t\n\r]*("(?:[^"\\]|\\.){0,1000}")[ \t\n\r]*:[ \t\n\r]*')
_VALUE = re.compile(rb'[ \t\r]*\n[ \t\n\r]*[\[{"\-0-9tfnNI]')


class Head(NamedTuple):
    """A document's kind and first keys, as ``Document`` describes them."""

    kind: Kind
    keys: tuple[str, ...]
    complete: bool


class _Keys(NamedTuple):
    keys: tuple[str, ...]
    end: int | None
    """Index after the object's ``}``; ``None``: not seen."""


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
    while _undecided(cursor, end) and cursor.more():
        keys, end = _keys_and_end(cursor, first)
    if _is_lines(cursor, end):
        return Head("lines", keys.keys, keys.end is not None)
    return Head("object" if first == b"{" else "array", keys.keys, keys.end is not None)


def _undecided(cursor: Cursor, end: int | None) -> bool:
    """Say whether more has to be read to tell an object or array from lines."""
    if len(cursor.data) >= MOST_HEAD:
        return False
    if end is None:
        newline = cursor.data.find(b"\n", cursor.at)
        following = len(cursor.data) - _after_space(cursor.data, newline)
        return newline < 0 or following <= LONGEST_ESCAPE
    return _after_space(cursor.data, end) == len(cursor.data)


def _keys_and_end(cursor: Cursor, first: bytes) -> tuple[_Keys, int | None]:
    """Return the keys of the first object, and the end of the first value."""
    data, start, final = cursor.data, cursor.at, cursor.ended
    if first == b"{":
        keys = _keys(data, start, final=final)
        return keys, keys.end
    element = _after_space(data, start + 1)
    if data[element : element + 1] != b"{":
        return _Keys((), element), _end(data, start, final=final)
    return _keys(data, element, final=final), _end(data, start, final=final)


def _scalar(cursor: Cursor, where: Where) -> Head:
    """Tell a lone string, number or word from lines of them, and from no JSON."""
    start = cursor.at
    while len(cursor.data) < MOST_HEAD and cursor.more():
        pass
    end = _end(cursor.data, start, final=cursor.ended)
    if end is not None and _is_lines(cursor, end):
        return Head("lines", (), True)
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
        value = data[start:end].rstrip()
        return b"\n" not in value and bool(_VALUE.match(data, start + len(value)))
    return _first_line_broken(data, start, newline)


def _first_line_broken(data: bytes, start: int, newline: int) -> bool:
    """Say whether the first line is a broken record and the second a whole one."""
    second = data.find(b"\n", newline + 1)
    line = data[newline + 1 : len(data) if second < 0 else second].strip()
    if newline - start < 3 or data[start : start + 1] != b"{" or line[:1] != b"{":  # noqa: PLR2004 # "{}" is the shortest record
        return False
    return quick_end(data, start, final=True) == "refused" and quick_end(
        line, 0, final=True
    ) == len(line)


def _keys(data: bytes, start: int, *, final: bool) -> _Keys:
    """Return the keys of the object at ``start``, as far as ``data`` goes."""
    keys: dict[str, None] = {}
    position = _after_space(data, start + 1)
    if data[position : position + 1] == b"}":
        return _Keys((), position + 1)
    while len(keys) < _MOST_KEYS and (match := _KEY.match(data, position)):
        try:
            keys[decode(memoryview(match[1]), str)] = None
        except UnreadableError:
            break
        end = _end(data, match.end(), final=final)
        if end is None:
            break
        position = _after_space(data, end) + 1
        if data[position - 1 : position] == b"}":
            return _Keys(tuple(keys), position)
    return _Keys(tuple(keys), None)


def _end(data: bytes, start: int, *, final: bool) -> int | None:
    """Return where a value ends; ``None``: not in ``data``, or nowhere."""
    end: int | Literal["incomplete", "refused", "deep"]
    end = quick_end(data, start, final=final)
    if isinstance(end, int):
        return end
    if end == "incomplete" and not final:
        return None
    return Brackets().feed(data, start)


def _after_space(data: bytes, position: int) -> int:
    space = SPACE.match(data, position)
    return position if space is None else space.end()
