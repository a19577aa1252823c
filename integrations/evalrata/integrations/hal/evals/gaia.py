"""GAIA: ``{task: {score, explanation, ...}}``, the score true or false.

With prompt variations a task holds a list of records; they become trials.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from evalrata.integrations.documents import Item
from evalrata.integrations.hal.evals.shape import (
    NO_CRASH,
    Context,
    Shape,
    crash,
    no_number,
)
from evalrata.integrations.hal.header import number
from evalrata.schemas.records import Episode, Grade

__all__ = ["SHAPE"]


class Answer(Struct, frozen=True):
    """One scored answer."""

    score: Any = None


class Gaia(Shape):
    """The shape."""

    values = Answer | str | list[Answer | str]
    score = "accuracy"

    def episodes(self, parts: Sequence[Item], context: Context) -> Iterator[Episode]:
        """Yield an episode per answer."""
        del context
        for part in parts:
            if isinstance(part.value, list):
                for trial, answer in enumerate(part.value):
                    at = f"{part.pointer}/{trial}"
                    yield _episode(str(part.part), trial, answer, at)
            else:
                yield _episode(str(part.part), None, part.value, part.pointer)


def _episode(task: str, trial: int | None, answer: Answer | str, at: str) -> Episode:
    if isinstance(answer, str):
        return crash(task, answer, at, trial)
    return Episode(
        task=task,
        trial=trial,
        pointer=at,
        grade=_grade(answer.score, at),
        termination=NO_CRASH,
    )


def _grade(score: Any, at: str) -> Grade:
    value = float(score) if isinstance(score, bool) else number(score)
    if value is None:
        return no_number("unknown", "no score is recorded", at)
    return Grade(
        state="graded",
        value=value,
        stored=value,
        reason="the scorer's result is recorded",
        pointer=f"{at}/score",
    )


SHAPE = Gaia()
