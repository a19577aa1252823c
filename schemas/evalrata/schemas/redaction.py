"""What stands in a report where an archive held something like a credential."""

import re

__all__ = ["is_redacted", "mark"]

_MARK = re.compile(r"\[redacted: [^\[\]]+\]")


def mark(kind: str, number: int = 1) -> str:
    """Return what replaces a value: ``[redacted: GitHub token]``.

    ``number`` tells different values of one kind in one report apart, counted from 1.
    """
    return f"[redacted: {kind}]" if number == 1 else f"[redacted: {kind} #{number}]"


def is_redacted(text: str) -> bool:
    """Say whether something in ``text`` was replaced: it is not the original."""
    return _MARK.search(text) is not None
