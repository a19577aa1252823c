"""CORE-Bench: ``{task: {correct_written_answers, total_written_questions, ...}}``.

A task passes if every question of both kinds is right and there is at least one.  A
task whose evaluation raised an error carries ``error`` beside counts of 0: whether
the agent's answer was wrong or the scorer failed is then not known.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.integrations.documents import Item
from evalrata.integrations.hal.evals.shape import (
    NO_CRASH,
    Context,
    Shape,
    binary,
    crash,
    first_line,
    no_number,
)
from evalrata.schemas.records import Episode, Grade

__all__ = ["SHAPE"]


class Answers(Struct, frozen=True):
    """Questions of one task, right and in all."""

    correct_written_answers: int | None = None
    total_written_questions: int | None = None
    correct_vision_answers: int | None = None
    total_vision_questions: int | None = None
    error: str | None = None


class CoreBench(Shape):
    """The shape."""

    values = Answers | str
    score = "accuracy"

    def episodes(self, parts: Sequence[Item], context: Context) -> Iterator[Episode]:
        """Yield an episode per task."""
        del context
        for part in parts:
            if isinstance(part.value, str):
                yield crash(str(part.part), part.value, part.pointer)
            else:
                grade = _grade(part.value, part.pointer)
                yield Episode(
                    task=str(part.part),
                    pointer=part.pointer,
                    grade=grade,
                    termination=NO_CRASH,
                )


def _grade(answers: Answers, at: str) -> Grade:
    if answers.error is not None:
        reason = f"the evaluation raised: {first_line(answers.error)}"
        return Grade(state="unknown", stored=0.0, reason=reason, pointer=f"{at}/error")
    written = answers.correct_written_answers, answers.total_written_questions
    vision = answers.correct_vision_answers, answers.total_vision_questions
    if None in (*written, *vision):
        return no_number("unknown", "counts of questions are missing", at)
    if not written[1] and not vision[1]:
        return no_number("unknown", "no question was asked", at)
    passed = written[0] == written[1] and vision[0] == vision[1]
    return binary(passed, "every question was compared", at)


SHAPE = CoreBench()
