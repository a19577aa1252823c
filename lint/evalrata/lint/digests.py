"""Digests that say something of each other: of the same kind of thing."""

import re
from collections.abc import Sequence

from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import bare_digest, normalise

__all__ = ["build_parts", "kind_of_digest"]

_PINNED = re.compile(r"^pinned in [^:]*: ")
_KINDS = (("files", re.compile(r"\bfiles?\b")), ("tasks", re.compile(r"\btasks?\b")))


def kind_of_digest(instrument: Instrument) -> str | None:
    """Return what a digest is of, by how it is known; ``None``: that is not said.

    ``files`` (their bytes, with their names), ``tasks`` (their definitions as they were
    read), or the words themselves.
    """
    known = _PINNED.sub("", instrument.known or "").strip()
    first = re.split(r"[,;:]", known, maxsplit=1)[0]
    for kind, words in _KINDS:
        if words.search(first):
            return kind
    return first or None


def build_parts(found: Sequence[Instrument]) -> list[tuple[str | None, ...]]:
    """Return version, commit and a digest of each kind, of each instrument.

    Parts in the same place are of the same kind, so that two that differ are two
    builds; what an instrument does not name is ``None``.
    """
    kinds = list(dict.fromkeys(map(kind_of_digest, found)))
    return [
        (
            normalise(instrument.version),
            normalise(instrument.commit),
            *(_digest(instrument) if kind == own else None for kind in kinds),
        )
        for instrument, own in zip(found, map(kind_of_digest, found), strict=True)
    ]


def _digest(instrument: Instrument) -> str | None:
    return bare_digest(normalise(instrument.digest)) or None
