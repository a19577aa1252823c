"""Reading what Python writes and JSON does not have.

``json.dumps`` writes ``NaN``, ``Infinity`` and ``-Infinity`` as bare words, and half a
surrogate pair as an escape.  msgspec refuses both, rightly; the archives have them.
"""

import json
import re
from typing import Any

import msgspec

__all__ = ["UnreadableError", "decode"]

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class UnreadableError(Exception):
    """The text is not JSON, not even as Python writes it."""


def decode(raw: memoryview, type_: Any) -> Any:
    r"""Decode what msgspec refused.

    Raises ``UnreadableError`` if Python's json refuses it too, and
    ``msgspec.ValidationError`` if it does not fit the type.  Half a surrogate pair
    becomes the text of its escape, ``\ud800``: no encoder could write it again, and
    two different ones stay different.
    """
    try:
        text = str(raw, "utf-8")
        if "\\u" in text:
            text = _ESCAPE.sub(_pair, text)
        tree = json.loads(text)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"is not UTF-8 (byte {error.start})") from error
    except json.JSONDecodeError as error:
        at = len(error.doc[: error.pos].encode())
        raise UnreadableError(f"is not JSON: {error.msg} (byte {at})") from error
    except ValueError as error:
        raise UnreadableError("holds a number of too many digits") from error
    info = msgspec.inspect.type_info(type_)
    return msgspec.convert(_with_raws(tree, info), type_, str_keys=True)


def _pair(match: re.Match[str]) -> str:
    return rf"\\{match[1].lower()}" if match[1] else match[0]


def _with_raws(tree: Any, info: msgspec.inspect.Type) -> Any:
    """Encode again the parts that the type wants as they are written.

    ``msgspec.convert`` makes no ``Raw`` of a parsed value.
    """
    if isinstance(info, msgspec.inspect.RawType):
        return msgspec.Raw(json.dumps(tree).encode())
    if isinstance(info, msgspec.inspect.UnionType):
        return _in_union(tree, info)
    if isinstance(info, msgspec.inspect.StructType) and isinstance(tree, dict):
        fields = {field.encode_name: field.type for field in info.fields}
        return {
            k: _with_raws(v, fields[k]) if k in fields else v for k, v in tree.items()
        }
    if isinstance(info, msgspec.inspect.DictType) and isinstance(tree, dict):
        return {k: _with_raws(v, info.value_type) for k, v in tree.items()}
    if isinstance(info, _SEQUENCES) and isinstance(tree, list):
        return [_with_raws(item, info.item_type) for item in tree]
    return tree


_SEQUENCES = (msgspec.inspect.ListType, msgspec.inspect.VarTupleType)
_FORMS: tuple[tuple[type, tuple[type, ...]], ...] = (
    (dict, (msgspec.inspect.StructType, msgspec.inspect.DictType)),
    (list, _SEQUENCES),
)


def _in_union(tree: Any, info: msgspec.inspect.UnionType) -> Any:
    """Take the union's member for this value; msgspec allows one of each form."""
    for form, members in _FORMS:
        if isinstance(tree, form):
            for member in info.types:
                if isinstance(member, members):
                    return _with_raws(tree, member)
    return tree
