"""What a file is, by its first bytes."""

import re
from typing import Literal

__all__ = ["HEAD", "Compression", "Container", "Magic", "magic"]

Container = Literal["zip", "tar"]
Compression = Literal["gz", "bz2", "xz", "zst"]
Magic = Container | Compression | Literal["encrypted", "plain"]

HEAD = 512
"""Bytes that ``magic`` looks at."""
_STARTS: tuple[tuple[bytes, Container | Compression], ...] = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"PK\x07\x08", "zip"),
    (b"\x1f\x8b\x08", "gz"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
)
_TAR = slice(257, 262)
_ENCRYPTED = re.compile(rb'\s*\{\s*"(?:encrypted_data|salt)"\s*:\s*"')


def magic(head: bytes) -> Magic:
    """Tell what a file is from its first ``HEAD`` bytes.

    ``encrypted`` is the JSON object in which HAL's scripts wrap an encrypted file.
    """
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    if head[_TAR] == b"ustar":
        return "tar"
    return "encrypted" if _ENCRYPTED.match(head) else "plain"
