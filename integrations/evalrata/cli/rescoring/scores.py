"""Scores before and after, as lines that name the rule and the number of each."""

from collections.abc import Iterable, Iterator

from evalrata.schemas.report import Score
from evalrata.schemas.rescore import RunScores

__all__ = ["score_lines"]


def score_lines(scores: Iterable[RunScores]) -> Iterator[str]:
    """Yield two lines for each run: of what is graded, and of what is stored."""
    for s in scores:
        graded = _moved(s.graded_before, s.graded_after)
        recorded = _moved(s.recorded_before, s.recorded_after)
        yield f"score      {s.run}, graded only: {graded}"
        yield f"score      {s.run}, as recorded: {recorded}"


def _moved(before: Score | None, after: Score | None) -> str:
    return f"{_score(before)} before, {_score(after)} after"


def _score(score: Score | None) -> str:
    return "none" if score is None else f"{score.value:.3f} over {score.n:,}"
