"""Attributes that hold JSON: as text, or as the value itself."""

from typing import Any

import msgspec

__all__ = ["parsed", "plain"]

LARGEST = 1 << 20
"""Longer text, in characters, is not parsed."""

_FAILURES = (msgspec.DecodeError, RecursionError, UnicodeError)


def parsed(text: str) -> Any:
    """Return the JSON value; ``text`` itself where it is none, or is too long."""
    if len(text) > LARGEST:
        return text
    try:
        return msgspec.json.decode(text)
    except _FAILURES:
        return text


def plain(value: Any) -> Any:
    """Return a value that is no text as JSON has it; ``None`` where JSON has it not.

    The SDK takes objects and lists as attributes, with anything inside.
    """
    if not isinstance(value, (dict, list, tuple, int, float)):
        return None
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, OverflowError, ValueError, msgspec.MsgspecError, RecursionError):
        return None
