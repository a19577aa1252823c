"""Base64 in pieces."""

import binascii

__all__ = ["Base64Pipe"]

_FROM_URLSAFE = bytes.maketrans(b"-_", b"+/")


class Base64Pipe:
    """Decodes base64 that comes in pieces of any size."""

    def __init__(self, *, urlsafe: bool = False) -> None:
        """Start with nothing fed, in the standard alphabet or the URL-safe one."""
        self._urlsafe = urlsafe
        self._pending = b""

    def feed(self, piece: bytes) -> bytes:
        """Return what can be decoded so far.  Raises ``ValueError``."""
        text = self._pending + piece
        whole = len(text) - len(text) % 4
        self._pending = text[whole:]
        text = text[:whole]
        if self._urlsafe:
            text = text.translate(_FROM_URLSAFE)
        return binascii.a2b_base64(text)

    def close(self) -> None:
        """Raise ``ValueError`` if the text ends amid a group of four."""
        if self._pending:
            raise ValueError("base64 text is cut off")
