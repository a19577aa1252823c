"""Inspect's scores as one grade.

A sample has a score from each scorer.  Which one is the grade is fixed for the whole
task: that of the task's first scorer, whose metrics Inspect shows first, unless
``score`` names another.  A sample without that score is ungraded, whatever other
scorers gave it, and the card says so.  A value becomes a number as Inspect's
``value_to_float`` does it (``inspect_ai.scorer``): ``C`` 1, ``P`` 0.5, ``I`` and ``N``
0; ``yes`` and ``true`` 1, ``no`` and ``false`` 0; text that is a number is that number.

Where Inspect counts 0 because it can make no number of a value (other text, a list, a
dict), and where it leaves a sample out of its metrics (NaN, ``Score.unscored``), the
episode is ungraded here.
"""

import math
from collections.abc import Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

__all__ = ["Scored", "first_scorer", "scored", "value_of"]

WORDS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
SPOKEN = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}

NAMED = 3
"""Parts of a score that a reason names."""

NO_SCORER = "the task names no scorer, and attach was given no score to take"


class Scored(Struct, frozen=True):
    """The score that counts as the grade."""

    by: str | None
    """Its name; ``None``: no score was fixed on."""
    value: float | None = None
    """``None``: the sample has none, or it is no number."""
    reason: str = ""
    """Why there is no value."""


def first_scorer(spec: Any) -> str | None:
    """Return the name under which a sample has its task's first score.

    Inspect names a score by its scorer, without the package; of two alike the second
    gets a number (``unique_scorer_name``), so that the first one's name stays.
    """
    names = [scorer.name for scorer in spec.scorers or ()]
    return names[0].rpartition("/")[2] if names else None


def scored(scores: Mapping[str, Any] | None, score: str | None) -> Scored:
    """Return the grade that a sample has by the score called ``score``."""
    if score is None:
        return Scored(None, reason=NO_SCORER)
    found, given = _chosen(scores or {}, score)
    if not found:
        return Scored(score, reason=f"the sample has no score of {score}")
    value = value_of(given)
    if value is not None:
        return Scored(score, value)
    return Scored(
        score, reason=f"the score of {score} is no number{_parts(score, given)}"
    )


def value_of(value: Any) -> float | None:
    """Return a score's value as a number; ``None`` if it says none."""
    if isinstance(value, str):
        if value in WORDS:
            return WORDS[value]
        return SPOKEN.get(value.lower(), _number(value))
    return _number(value) if isinstance(value, (int, float)) else None


def _chosen(scores: Mapping[str, Any], score: str) -> tuple[bool, Any]:
    """Say whether the sample has that score, and its value."""
    if score in scores:
        return True, scores[score].value
    scorer, _, key = score.rpartition("/")
    value = scores[scorer].value if scorer in scores else None
    if isinstance(value, Mapping) and key in value:
        return True, value[key]
    return False, None


def _parts(score: str, value: Any) -> str:
    """Name parts of a score that is a dict: ``attach`` can take one of them."""
    if not isinstance(value, Mapping) or not value:
        return ""
    named = [f"{score}/{key}" for key in islice(value, NAMED)]
    return f", but a dict: attach(score=...) takes {' or '.join(named)}"


def _number(value: Any) -> float | None:
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None
