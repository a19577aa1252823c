"""Rows of one side each that may be the same under two names."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from shlex import quote

__all__ = ["alike"]

LOOKED = 50
"""Rows of each side whose names are compared."""
ENOUGH = 0.6
"""Share of a name's characters that another has in the same order."""


def alike(before: Sequence[str], after: Sequence[str]) -> str | None:
    """Say how to compare rows that look alike; ``None``: none do.

    Only a likeness of names: nothing is compared by it.
    """
    pairs = (
        (SequenceMatcher(None, old, new).ratio(), old, new)
        for old in before[:LOOKED]
        for new in after[:LOOKED]
    )
    share, old, new = max(pairs, default=(0.0, "", ""))
    if share < ENOUGH:
        return None
    named = quote(f"{old}={new}")
    return f"a row that has another name after is compared if told: --rename {named}"
