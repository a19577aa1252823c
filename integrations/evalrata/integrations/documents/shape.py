"""A type that values are decoded to."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from evalrata.integrations.documents import lenient
from evalrata.integrations.documents.cursor import TOO_DEEP

__all__ = ["Shape", "UnfitError"]

_REFUSED = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What msgspec raises on text that it does not read; the last by 0.19 only."""
_BYTE = re.compile(r"\(byte (\d+)\)")
_PATH = re.compile(r" - at `\$?(.*)`$")


class UnfitError(Exception):
    """A value is not JSON, or not of the type; says why."""


class Shape:
    """A type, ready to decode one value, or many at once."""

    def __init__(self, type_: Any) -> None:
        """Prepare the decoders."""
        self._type = type_
        self._one = msgspec.json.Decoder(type_)
        self._many: msgspec.json.Decoder[Any] = msgspec.json.Decoder(list[type_])

    def decode(self, raw: memoryview, position: int) -> Any:
        """Decode one value that starts at the absolute byte ``position``.

        Raises ``UnfitError``.
        """
        try:
            return self._one.decode(raw)
        except msgspec.ValidationError as error:
            raise UnfitError(_unfit(error)) from error
        except _REFUSED:
            return self._again(raw, position)

    def _again(self, raw: memoryview, position: int) -> Any:
        try:
            return lenient.decode(raw, self._type)
        except RecursionError as error:
            raise UnfitError(TOO_DEEP) from error
        except msgspec.ValidationError as error:
            raise UnfitError(_unfit(error)) from error
        except lenient.UnreadableError as error:
            raise UnfitError(_absolute(str(error), position)) from error

    def batch(self, values: bytes) -> Sequence[Any] | None:
        """Decode what may be whole array elements with commas between them.

        ``None`` if it is not, or if one of them does not fit.
        """
        try:
            return self._many.decode(b"[%b]" % values)  # type: ignore[no-any-return] # list[Any]
        except _REFUSED:
            return None

    def lines(self, values: memoryview) -> Sequence[Any] | None:
        """Decode what may be whole JSON Lines; ``None`` as in ``batch``."""
        try:
            return self._one.decode_lines(values)
        except _REFUSED:
            return None


def _unfit(error: msgspec.ValidationError) -> str:
    message = _PATH.sub(lambda path: f" at {path[1]}" if path[1] else "", str(error))
    message = message.replace("`", "")
    return f"does not fit: {message[:1].lower()}{message[1:]}"


def _absolute(message: str, position: int) -> str:
    """Count a byte position from the document's start."""
    return _BYTE.sub(lambda found: f"at byte {position + int(found[1])}", message)
