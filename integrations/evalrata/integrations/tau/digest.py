"""Digests of embedded tasks and of messages: an identity where none is recorded."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from evalrata.schemas.canonical import canonical

__all__ = ["digest_of", "digest_of_actions", "digest_of_all", "digest_of_content"]


def digest_of(value: Any) -> str:
    """Return the sha256 (hex) of a JSON value's canonical text."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def digest_of_actions(actions: Iterable[tuple[str, Any]]) -> str:
    """Return one digest for names with their arguments, in order."""
    return digest_of([[name, arguments] for name, arguments in actions])


def digest_of_all(digests: Mapping[str, str]) -> str | None:
    """Return one digest for tasks and their digests, in any order; none for none."""
    return digest_of(dict(digests)) if digests else None


def digest_of_content(*parts: Any) -> str | None:
    """Return the sha256 (hex) of records as they were read.

    ``None`` for text that is not Unicode (lone surrogates), which has no bytes.
    """
    try:
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
    except UnicodeEncodeError:
        return None
