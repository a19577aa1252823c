"""Text of the harness's that goes where strangers read it: cards, warnings, logs."""

import unicodedata

from evalrata.schemas.credentials import redacted

__all__ = ["safe"]

LOOKED_AT = 10_000
"""Characters; what comes after them is left out unread."""


def safe(text: str, limit: int = 1000) -> str:
    r"""Return a text without credentials and control characters, cut to ``limit``.

    A client's error message may quote the key that was refused.  What a terminal would
    obey (and what no file can hold) is written out: ``\x1b``, ``\n``, ``\u202e``.
    """
    found = redacted(text[:LOOKED_AT])
    if not found.isprintable():
        found = "".join(c if _harmless(c) else _written(c) for c in found)
    return found[:limit]


def _harmless(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) == "Zs"


def _written(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")
