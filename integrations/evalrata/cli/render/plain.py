"""Text from strangers, made safe for a terminal."""

import unicodedata
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

__all__ = ["plain", "scrubbed"]

Document = TypeVar("Document", bound=Struct)


def plain(text: str) -> str:
    r"""Write out what a terminal would obey instead of show.

    Control characters (escape sequences, newlines), characters that change the
    direction of text or have no width, lone surrogates: ``\x1b``, ``\n``,
    ``\u202e``.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if _harmless(c) else _written(c) for c in text)


def scrubbed(document: Document) -> Document:
    """Return a report, or another document, with every text in it made plain."""
    return msgspec.convert(_scrub(msgspec.to_builtins(document)), type(document))


def _harmless(char: str) -> bool:
    # Cc control, Cf format (bidirectional, zero width), Cs surrogate, Zl/Zp breaks.
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _written(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def _scrub(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {_scrub(k): _scrub(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_scrub(v) for v in value]
    return value
