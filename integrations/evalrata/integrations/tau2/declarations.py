"""Sentences that declare a re-scoring, found in a submission's prose."""

import re
from collections.abc import Iterator

from evalrata.schemas.records import Declaration

__all__ = ["declarations"]

SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)\s+")
"""Version numbers (``v1.0.1 grading``) have no space after their full stops."""

RESCORED = re.compile(
    r"\bre-?(?:graded|scored)\b|\bre-?evaluated\s+under\b", re.IGNORECASE
)

DENIED = re.compile(
    r"\b(?:not|never|without|will|to)\s+(?:\w+\s+){0,2}re-?(?:graded|scored|evaluated)\b"
    r"|\bno\s+(?:\w+\s+){1,2}re-?(?:graded|scored|evaluated)\b",
    re.IGNORECASE,
)
"""Says that it did not happen, or has yet to."""


def declarations(text: str | None, pointer: str) -> Iterator[Declaration]:
    """Yield each sentence of ``text`` that says scores were computed again."""
    for sentence in SENTENCE_END.split(text or ""):
        if RESCORED.search(sentence) and not DENIED.search(sentence):
            yield Declaration(kind="rescore", text=sentence.strip(), pointer=pointer)
