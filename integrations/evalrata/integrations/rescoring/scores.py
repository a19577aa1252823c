"""Scores of runs before and after a re-score, with the rule and number of each."""

from collections.abc import Iterable
from math import isfinite

from evalrata.lint.comparing.kept import Kept
from evalrata.schemas.report import Score
from evalrata.schemas.rescore import RunScores

__all__ = ["scores_of"]


def scores_of(before: Iterable[Kept], after: Iterable[Kept]) -> tuple[RunScores, ...]:
    """Return the scores of each run; both sides are in the same order."""
    return tuple(
        RunScores(
            run=old.id,
            graded_before=_graded(old),
            graded_after=_graded(new),
            recorded_before=_recorded(old),
            recorded_after=_recorded(new),
        )
        for old, new in zip(before, after, strict=True)
    )


def _graded(kept: Kept) -> Score | None:
    return _mean(o.value for o in kept.outcomes if o.counted)


def _recorded(kept: Kept) -> Score | None:
    return _mean(o.stored for o in kept.outcomes)


def _mean(values: Iterable[float | None]) -> Score | None:
    known = [v for v in values if v is not None and isfinite(v)]
    return Score(value=sum(known) / len(known), n=len(known)) if known else None
