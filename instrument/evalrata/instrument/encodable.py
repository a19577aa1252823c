"""Text that a file can hold."""

from typing import Any

import msgspec

__all__ = ["as_json", "encodable"]

_ENCODER = msgspec.json.Encoder(enc_hook=repr)


def encodable(text: str) -> str:
    """Return the text with ``?`` for half a surrogate pair, which UTF-8 has not.

    Names and messages of a harness may come from broken bytes (``surrogateescape``).
    """
    return text.encode("utf-8", "replace").decode()


def as_json(value: Any) -> bytes:
    """Return a value as JSON, with every text in it ``encodable``.

    What JSON does not have is its ``repr``, NaN and infinity ``null``.
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        return _ENCODER.encode(_plain(msgspec.to_builtins(value, enc_hook=repr)))


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {_plain(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value
