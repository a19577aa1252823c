"""Which bytes stand behind a run."""

import hashlib
from collections.abc import Callable

from evalrata.integrations.source import MemberSource
from evalrata.schemas.records import Where

__all__ = ["run_digest"]

OnDisk = Callable[[str], str | None]
"""Gives the digest of a file."""


def run_digest(source: MemberSource, where: Where, on_disk: OnDisk) -> str | None:
    """Return the SHA-256 (hex) of the bytes behind the run at ``where``.

    They are those of the member that the run names; behind a run of the main one of
    several members are all of them.  ``None`` if some of it was not read to its end.
    """
    main = source.names[0]
    name = source.named(where) or main
    if name != main or len(source.names) == 1:
        return _digest(source, name, on_disk)
    parts = [(n, _digest(source, n, on_disk)) for n in sorted(source.names)]
    if any(digest is None for _, digest in parts):
        return None
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _digest(source: MemberSource, name: str, on_disk: OnDisk) -> str | None:
    stream, member = source.streams.get(name), source.members[name]
    if stream is not None and stream.digest is not None:
        return stream.digest
    return on_disk(member.where.file) if member.on_disk else None
