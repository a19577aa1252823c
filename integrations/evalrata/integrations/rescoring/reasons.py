"""Why episodes have no result, the commonest reasons first."""

import re
from collections import Counter

__all__ = ["told"]

MOST = 3
"""How many reasons are told."""

PLACE = re.compile(r"\A/\S*: ")
"""The JSON pointer that a reason begins with."""

LONG = 200
"""Characters of a reason."""


def told(reasons: Counter[str]) -> str:
    """Write reasons with their counts, without the places; empty for none."""
    counts: Counter[str] = Counter()
    for why, number in reasons.items():
        counts[PLACE.sub("", why)] += number
    every = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    said = [f"{_cut(why)} ({number:,})" for why, number in every[:MOST]]
    return "; ".join(said) + ("; ..." if len(every) > MOST else "")


def _cut(text: str) -> str:
    return text if len(text) <= LONG else f"{text[:LONG]}..."
