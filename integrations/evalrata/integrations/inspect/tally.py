"""The grades of a task's samples, and what its card must say of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from evalrata.integrations.inspect.grades import Scored, scored

__all__ = ["Tally"]


class Tally:
    """Takes one score of each sample, and counts the others and those without it."""

    def __init__(self, score: str | None) -> None:
        """Fix which score is the grade; ``None``: nothing says which."""
        self._score = score
        self._beside: Counter[str] = Counter()
        self._without: Counter[str] = Counter()

    def scored(self, scores: Mapping[str, Any] | None) -> Scored:
        """Return the grade of a sample."""
        found = scored(scores, self._score)
        if found.value is None:
            self._without[found.reason] += 1
        self._beside.update(name for name in scores or {} if not self._is_grade(name))
        return found

    def notes(self) -> Iterator[str]:
        """Yield a line for each scorer beside the grade's, and each kind of lack."""
        grade = "attach(score=...) can make it the grade"
        if self._score is not None:
            grade = f"the grade is the score of {self._score}"
        for name, count in sorted(self._beside.items()):
            yield f"{_samples(count, 'has', 'have')} a score of {name}; {grade}"
        for reason, count in sorted(self._without.items()):
            yield f"{_samples(count, 'gets', 'get')} no grade from Inspect: {reason}"

    def _is_grade(self, name: str) -> bool:
        """Say whether the grade is the score called ``name``, or a part of it."""
        score = self._score
        return score is not None and name in (score, score.rpartition("/")[0])


def _samples(count: int, one: str, many: str) -> str:
    return f"1 sample {one}" if count == 1 else f"{count:,} samples {many}"
