"""Sentences that say of a re-score in which one direction results moved.

Few forms are known, and each has to end its clause: "only higher" is one, "only
higher-cost runs" is not.  A clause with a negation before it declares nothing.
"""

import re
from functools import cache
from typing import Literal, NamedTuple

__all__ = ["Direction", "direction_of"]

Direction = Literal["up", "down"]

_END = (
    r"(?=\s*(?:$|[.,;:!?()\[\]\"'\u2013\u2014]|-\s|by\s+\S*\d"
    r"|(?:after|and|as|because|but|for|from|in|never|not|of|on|or|since|under|when|while"
    r"|with)\b))"
)
"""What follows: nothing, a mark, an amount, or another part of the sentence."""

_MOVE = r"(?:move[sd]?|moving|go(?:es)?|went|gone|going)"
_SCORES = (
    r"(?:\s+(?:(?:the|a|an|any|our|all)\s+)?(?:pass\s+)?"
    r"(?:scores?|results?|rewards?|rates?|numbers?))?"
)
_EPISODES = r"(?:\s+[\w-]+){0,2}?"
"""What passed or failed: "simulation", "run of b"."""


class _Words(NamedTuple):
    """How one direction is spoken of, as regular expressions."""

    away: str
    """Adverbs: only *upward*."""
    place: str
    """Adjectives: only went *higher*."""
    verbs: str
    """Verbs without an object: only *rose*."""
    raises: str
    """Verbs that may have one: only *raises* scores."""
    back: str
    """Verbs of the other direction: never *fell*."""
    was: str
    did: str
    """No *passing* episode *fails*."""


@cache
def _pattern(words: _Words) -> re.Pattern[str]:
    """Put the forms of one direction together, when they are first asked for."""
    away, place, verbs, raises, back, was, did = words
    forms = (
        rf"only\s+(?:ever\s+)?(?:{_MOVE}{_SCORES}\s+)?{away}",
        rf"only\s+(?:ever\s+)?(?:{_MOVE}|get|gets|got|became|become|becomes)\s+{place}",
        rf"only\s+(?:ever\s+)?{verbs}",
        rf"only\s+(?:ever\s+)?{raises}{_SCORES}",
        rf"never\s+{back}{_SCORES}",
        rf"no\s+(?:scores?|results?|rewards?|rows?)\s+(?:(?:has|have|had|is|was)\s+)?{back}",
        rf"no\s+(?:previously[\s-]+)?{was}{_EPISODES}\s+(?:now\s+|then\s+)?{did}",
    )
    return re.compile(rf"\b(?:{'|'.join(forms)})\b{_END}", re.IGNORECASE)


_FALL = (
    rf"(?:decreas(?:e|es|ed)|drop(?:s|ped)?|f[ae]lls?|fallen|worsen(?:s|ed)?"
    rf"|lower(?:s|ed)?|{_MOVE}\s+(?:down(?:wards?)?|lower))"
)
_RISE = (
    rf"(?:increas(?:e|es|ed)|improv(?:e|es|ed)|r[io]ses?|risen|raise[sd]?"
    rf"|{_MOVE}\s+(?:up(?:wards?)?|higher))"
)

_WORDS: dict[Direction, _Words] = {
    "up": _Words(
        r"up(?:wards?)?",
        "higher",
        r"(?:increas(?:e|es|ed)|improv(?:e|es|ed)|r[io]ses?|risen)",
        r"(?:raises?|increases?|improves?)",
        _FALL,
        r"pass(?:ing|ed)",
        r"fail(?:s|ed)?",
    ),
    "down": _Words(
        r"down(?:wards?)?",
        "lower",
        r"(?:decreas(?:e|es|ed)|drop(?:s|ped)?|f[ae]lls?|fallen)",
        r"(?:lowers?|decreases?|reduces?)",
        _RISE,
        r"fail(?:ing|ed)",
        r"pass(?:es|ed)?",
    ),
}

_NEGATION = re.compile(
    r"\b(?:not|cannot|without|neither|nor)\b|n['\u2019]t\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[.;:!?]\s")


def direction_of(text: str) -> Direction | None:
    """Return the one direction that a sentence names; ``None``: none, or both."""
    plain = " ".join(text.replace("*", "").replace("_", " ").split())
    named = [name for name, words in _WORDS.items() if _says(plain, _pattern(words))]
    return named[0] if len(named) == 1 else None


def _says(text: str, pattern: re.Pattern[str]) -> bool:
    """Say whether a clause has one of the forms, and no negation before it."""
    for clause in _CLAUSE.split(text):
        found = pattern.search(clause)
        if found and not _NEGATION.search(clause, 0, found.start()):
            return True
    return False
