"""Fernet tokens (github.com/fernet/spec), decrypted in pieces.

``cryptography.fernet`` takes and returns the whole at once.  A token is a version byte,
8 bytes of time, 16 of initialisation vector, AES-128-CBC of the padded text, and 32
bytes of HMAC-SHA256 over all before.
"""

import hashlib
import hmac
import io
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["DamagedError", "WrongKeyError", "open_token"]

_PIECE = 1 << 18
_VERSION = b"\x80"
_BODY = 25
"""Bytes before the encrypted ones."""
_SIGNATURE = 32
_BLOCK = 16


class DamagedError(Exception):
    """It is not a token."""


class WrongKeyError(Exception):
    """The signature is not this key's."""


def open_token(token: BinaryIO, key: bytes) -> BinaryIO:
    """Return a stream of what a token (in binary, at its end) holds; it owns it.

    ``key`` is 16 bytes to sign and 16 to decrypt.  The whole signature is checked
    first.  Raises ``DamagedError`` and ``WrongKeyError``.
    """
    size = token.tell() - _BODY - _SIGNATURE
    _check(token, size, key[:16])
    return cast("BinaryIO", _Decrypted(token, size, key[16:]))


def _check(token: BinaryIO, size: int, key: bytes) -> None:
    token.seek(0)
    if size <= 0 or size % _BLOCK or token.read(1) != _VERSION:
        raise DamagedError("there is no Fernet token in it")
    signature = hmac.new(key, _VERSION, hashlib.sha256)
    rest = _BODY - 1 + size
    while rest:
        piece = token.read(min(rest, _PIECE))
        signature.update(piece)
        rest -= len(piece)
    if not hmac.compare_digest(signature.digest(), token.read(_SIGNATURE)):
        raise WrongKeyError


class _Decrypted(io.RawIOBase):
    """The plain bytes of a token whose signature was checked."""

    def __init__(self, token: BinaryIO, size: int, key: bytes) -> None:
        self._token = token
        self._size = size
        self._key = key
        self.seek(0)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if (offset, whence) != (0, io.SEEK_SET):
            raise io.UnsupportedOperation("can be sought back to 0 only")
        from cryptography.hazmat.primitives.ciphers import Cipher  # noqa: PLC0415 # slow
        from cryptography.hazmat.primitives.ciphers.algorithms import AES  # noqa: PLC0415 - only for encrypted members
        from cryptography.hazmat.primitives.ciphers.modes import CBC  # noqa: PLC0415 - only for encrypted members
        from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415 - only for encrypted members

        self._token.seek(_BODY - _BLOCK)
        start = self._token.read(_BLOCK)
        self._cipher = Cipher(AES(self._key), CBC(start)).decryptor()
        self._padding = PKCS7(8 * _BLOCK).unpadder()
        self._rest = self._size
        self._plain = b""
        return 0

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        target = memoryview(buffer).cast("B")
        while not self._plain and self._rest:
            self._plain = self._more()
        piece = self._plain[: len(target)]
        self._plain = self._plain[len(piece) :]
        target[: len(piece)] = piece
        return len(piece)

    def _more(self) -> bytes:
        piece = self._token.read(min(self._rest, _PIECE))
        self._rest -= len(piece)
        plain = self._padding.update(self._cipher.update(piece))
        return plain if self._rest else plain + self._padding.finalize()

    def close(self) -> None:
        if not self.closed:
            self._token.close()
        super().close()
