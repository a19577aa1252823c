"""Inspect's scores as one grade.

A sample has a score from each scorer, in the order of the task's scorers; Inspect shows
the first one's metrics first.  That one is the grade unless ``score`` names another,
and the card says so.  A value becomes a number as Inspect's ``value_to_float`` does it
(``inspect_ai.scorer``): ``C`` 1, ``P`` 0.5, ``I`` and ``N`` 0; ``yes`` and ``true`` 1,
``no`` and ``false`` 0; text that is a number is that number.

Where Inspect counts 0 because it can make no number of a value (other text, a list, a
dict), and where it leaves a sample out of its metrics (NaN, ``Score.unscored``), the
episode is ungraded here.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

__all__ = ["Scored", "chosen", "scored", "value_of"]

WORDS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
SPOKEN = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


class Scored(Struct, frozen=True):
    """The score that counts as the grade."""

    by: str
    value: float | None
    """``None``: the scorer ran and gave no number."""


def scored(scores: Mapping[str, Any] | None, score: str | None) -> Scored | None:
    """Return the grade among a sample's scores; ``None`` if that scorer gave none."""
    found = chosen(scores or {}, score)
    if found is None:
        return None
    by, value = found
    return Scored(by=by, value=value_of(value))


def chosen(scores: Mapping[str, Any], score: str | None) -> tuple[str, Any] | None:
    """Return name and value of the score that counts."""
    if score is None:
        return next(_values(scores), None)
    if score in scores:
        return score, scores[score].value
    scorer, _, key = score.rpartition("/")
    value = scores[scorer].value if scorer in scores else None
    if isinstance(value, Mapping) and key in value:
        return score, value[key]
    return None


def value_of(value: Any) -> float | None:
    """Return a score's value as a number; ``None`` if it says none."""
    if isinstance(value, str):
        if value in WORDS:
            return WORDS[value]
        return SPOKEN.get(value.lower(), _number(value))
    return _number(value) if isinstance(value, (int, float)) else None


def _number(value: Any) -> float | None:
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _values(scores: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, score.value) for name, score in scores.items())
