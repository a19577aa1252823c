"""One spelling for equal JSON values, so that equal actions compare equal.

``25`` and ``25.0`` are the same JSON number, and the order of keys means nothing;
``true`` is not 1, and ``"25"`` is not 25.
"""

import json
from typing import Any

import msgspec

from evalrata.schemas.records import Action, OwnCall

__all__ = ["action_key", "canonical"]

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> str:
    """Return the canonical JSON text of a parsed JSON value.

    Keys are sorted, integral floats are written as integers; NaN and infinities
    keep their names, which no JSON value shares.  A value nested deeper than Python's
    recursion limit keeps its floats as they are.
    """
    try:
        return _ENCODER.encode(_normal(value))
    except RecursionError:
        return msgspec.json.encode(value, order="sorted").decode()


def action_key(action: Action | OwnCall) -> tuple[str, str]:
    """Return what two actions must share to be the same action."""
    return action.name, canonical(action.arguments)


def _normal(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {str(k): _normal(v) for k, v in value.items()}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, (list, tuple)):
        return [_normal(v) for v in value]
    return value
