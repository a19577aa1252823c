"""The one spelling of a version."""

import re

__all__ = ["normalise"]

UNKNOWN = frozenset(
    {
        "",
        "-",
        "?",
        "n/a",
        "na",
        "nil",
        "none",
        "not available",
        "not recorded",
        "not specified",
        "null",
        "tbd",
        "undefined",
        "unknown",
        "unspecified",
    }
)
"""Words that stand for a version nobody recorded."""


def normalise(version: str | None) -> str | None:
    """Return the one spelling of a version; ``None`` if it names none."""
    text = (version or "").strip()
    if text.casefold() in UNKNOWN:
        return None
    return re.sub(r"^[vV]\.?\s*(?=\d)", "", text)
