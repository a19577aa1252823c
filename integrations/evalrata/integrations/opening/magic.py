"""What a file is, by its first bytes."""

import re
import tarfile
from typing import Literal

__all__ = ["HEAD", "Compression", "Container", "Magic", "magic", "runs", "unopened"]

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
_UNOPENED = (
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!\x1a\x07", "rar archive"),
    (b"\x04\x22\x4d\x18", "lz4 file"),
)
_LZMA = re.compile(rb"\x5d\x00\x00.{2}(?:\xff{8}|.{5}\x00{3})\x00", re.DOTALL)
"""Its settings, sizes of the dictionary and of the content, and a first byte of 0."""
_PROGRAMS = (b"MZ", b"\x7fELF", b"#!")
_TAR = slice(257, 262)
_OLD_TAR = re.compile(rb"[^\0].{147}[ 0-7]{6}[\0 ]{2}", re.DOTALL)
"""A name, and where the checksum stands."""
_ENCRYPTED = re.compile(rb'\s*\{\s*"(?:encrypted_data|salt)"\s*:\s*"')


def magic(head: bytes) -> Magic:
    """Tell what a file is from its first ``HEAD`` bytes.

    ``encrypted`` is the JSON object in which HAL's scripts wrap an encrypted file.
    """
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    if head[_TAR] == b"ustar" or _is_old_tar(head):
        return "tar"
    return "encrypted" if _ENCRYPTED.match(head) else "plain"


def unopened(head: bytes) -> str | None:
    """Name the kind of archive that is known by its first bytes, and not opened."""
    for start, kind in _UNOPENED:
        if head.startswith(start):
            return kind
    return "lzma file" if _LZMA.match(head) else None


def runs(head: bytes) -> bool:
    """Say whether it is a program, behind which an archive may follow."""
    return head.startswith(_PROGRAMS)


def _is_old_tar(head: bytes) -> bool:
    """Say whether the checksum is right of a header older than ``ustar``."""
    if len(head) < HEAD or _OLD_TAR.match(head) is None:
        return False
    try:
        tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True
