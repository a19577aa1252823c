"""A cheap first look for credentials: most texts hold none, and that shows quickly.

Every pattern begins with letters that stand as they are, which the regular-expression
engine searches for at the speed of memory.  What is found here need not be a
credential; where nothing is found, ``evalrata.schemas.credentials`` knows of none.
"""

import re

__all__ = ["may_hold"]

_SHORTEST = len("ab://c:123456@")

_LETTERS = (
    "AKIA",
    "ASIA",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "xox",
    "AIza",
    "gsk_",
)
_WORDS = ("github_pat_", "glpat-", "PRIVATE KEY")
_STARTS = tuple(
    map(
        re.compile,
        (
            r"sk-[A-Za-z0-9_\-]{16}",
            r"hf_[A-Za-z0-9]{30}",
            r"eyJ[\w-]{8,}\.eyJ",
            r"://[^@]{1,600}@",
            r":~1~1[^@]{1,600}@",
        ),
    )
)

_SEPARATOR = r"[\"'\\\s]{0,6}(?:\\[nrt]|\s){0,8}[:=]"
"""Between a field's name and its value, also where quotes and breaks are escaped."""

_IN_LOWER_CASE = tuple(
    re.compile(name + _SEPARATOR)
    for name in (
        r"api[_-]?key",
        r"secret(?:[_-]?(?:key|access[_-]?key))?",
        r"token",
        r"password",
        r"passwd",
    )
)


def may_hold(text: str) -> bool:
    """Say whether ``text``, also as written in JSON, may hold a credential."""
    if len(text) < _SHORTEST:
        return False
    if any(part in text for part in (*_LETTERS, *_WORDS)):
        return True
    if any(start.search(text) for start in _STARTS):
        return True
    lower = text.lower()
    if "bearer" in lower or "basic " in lower:
        return True
    return any(name.search(lower) for name in _IN_LOWER_CASE)
