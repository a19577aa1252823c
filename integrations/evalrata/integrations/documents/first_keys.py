"""The keys that the first few records of a document have."""

import re
from typing import Literal, NamedTuple

import msgspec

from evalrata.integrations.documents.ends import SPACE, Brackets, quick_end
from evalrata.integrations.documents.lenient import UnreadableError, decode

__all__ = [
    "LOOKED",
    "Keys",
    "after_space",
    "end_of",
    "keys_of_elements",
    "keys_of_lines",
    "keys_of_object",
    "record_follows",
]

LOOKED = 20
"""Elements or lines that are looked at: the first ones may be damaged, or be none."""
_MOST_KEYS = 10_000
_KEY = re.compile(rb'[ \t\n\r]*("(?:[^"\\]|\\.){0,1000}")[ \t\n\r]*:[ \t\n\r]*')


class Keys(NamedTuple):
    """Keys of one object."""

    keys: tuple[str, ...] = ()
    end: int | None = None
    """Index after the object's ``}``; ``None``: not seen."""
    settled: bool = True
    """False if there are none so far, and what follows ``data`` may have some."""


def keys_of_object(data: bytes, start: int, *, final: bool) -> Keys:
    """Return the keys of the object at ``start``, as far as ``data`` goes."""
    keys: dict[str, None] = {}
    position = after_space(data, start + 1)
    if data[position : position + 1] == b"}":
        return Keys((), position + 1)
    while len(keys) < _MOST_KEYS and (match := _KEY.match(data, position)):
        try:
            keys[decode(memoryview(match[1]), str)] = None
        except UnreadableError:
            break
        end = end_of(data, match.end(), final=final)
        if end is None:
            break
        position = after_space(data, end) + 1
        if data[position - 1 : position] == b"}":
            return Keys(tuple(keys), position)
    return Keys(tuple(keys), None)


def keys_of_elements(data: bytes, start: int, *, final: bool) -> Keys:
    """Return the keys of the array's first element that has most of the first few."""
    best, position = Keys(end=start), start + 1
    for _ in range(LOOKED):
        position = after_space(data, position)
        if data[position : position + 1] == b"{":
            best = _richer(best, keys_of_object(data, position, final=final))
        end = end_of(data, position, final=final)
        if end is None:
            settled = bool(best.keys) or final or data[position : position + 1] == b"]"
            return best._replace(settled=settled)
        position = after_space(data, end) + 1
        if data[position - 1 : position] != b",":
            break
    return best


def keys_of_lines(data: bytes, start: int, *, final: bool) -> Keys:
    """Return the keys of the first line that has most of the first few."""
    best, position = Keys(end=start), start
    for _ in range(LOOKED):
        position = after_space(data, position)
        if data[position : position + 1] == b"{":
            best = _richer(best, keys_of_object(data, position, final=final))
        position = data.find(b"\n", position) + 1
        if not position:
            break
    return best


def record_follows(data: bytes, position: int, *, final: bool) -> bool | None:
    """Say whether one of the next lines is a whole object; ``None``: not yet known."""
    for _ in range(LOOKED):
        newline = data.find(b"\n", position)
        if newline < 0 and not final:
            return None
        if _is_record(data[position : newline if newline >= 0 else len(data)].strip()):
            return True
        if newline < 0:
            break
        position = newline + 1
    return False


def end_of(data: bytes, start: int, *, final: bool) -> int | None:
    """Return where a value ends; ``None``: not in ``data``, or nowhere."""
    end: int | Literal["incomplete", "refused", "deep"]
    end = quick_end(data, start, final=final)
    if isinstance(end, int):
        return end
    if end == "incomplete" and not final:
        return None
    return Brackets().feed(data, start)


def after_space(data: bytes, position: int) -> int:
    """Return the index of the next byte that is no white space."""
    space = SPACE.match(data, position)
    return position if space is None else space.end()


def _richer(best: Keys, found: Keys) -> Keys:
    cut_short = found.end is None and not best.keys
    return found if cut_short or len(found.keys) > len(best.keys) else best


def _is_record(line: bytes) -> bool:
    if line[:1] != b"{":
        return False
    end = quick_end(line, 0, final=True)
    if end != "refused":
        return end == len(line)
    try:
        decode(memoryview(line), dict)
    except (UnreadableError, msgspec.ValidationError, RecursionError):
        return False
    return True
