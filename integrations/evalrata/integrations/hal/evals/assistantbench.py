"""AssistantBench: ``{scores, answers, successful_tasks, failed_tasks}``.

``scores`` and ``answers`` are in the order in which the tasks were evaluated; the two
lists of tasks split that order, so which score is whose is not recorded.  An episode
here is a position, and its note ``missing`` says that it has no task id.  ``answers``
is 0 where the agent gave no answer and where the scorer raised an error.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from evalrata.integrations.documents import Item
from evalrata.integrations.hal.evals.shape import Context, Shape, no_number
from evalrata.integrations.hal.header import number
from evalrata.schemas.records import Episode, Grade

__all__ = ["SHAPE"]


class AssistantBench(Shape):
    """The shape."""

    values = list[Any]
    score = "average_score"

    def episodes(self, parts: Sequence[Item], context: Context) -> Iterator[Episode]:
        """Yield an episode per position of ``scores``."""
        lists = {part.part: part.value for part in parts}
        scores, answers = lists.get("scores"), lists.get("answers")
        if scores is None or answers is None or len(scores) != len(answers):
            place = "/raw_eval_results"
            context.fault(place, "has no lists scores and answers of equal length")
            return
        for i, (score, answered) in enumerate(zip(scores, answers, strict=True)):
            at = f"/raw_eval_results/scores/{i}"
            yield Episode(
                task=f"#{i}",
                pointer=at,
                grade=_grade(number(score), number(answered), at),
                notes={"missing": ["task_id"]},
            )


def _grade(score: float | None, answered: float | None, at: str) -> Grade:
    if score is None:
        return no_number("unknown", "no score is recorded", at)
    if not answered:
        reason = "no answer, or the scorer raised an error"
        return Grade(state="unknown", stored=score, reason=reason, pointer=at)
    reason = "the scorer's result is recorded"
    return Grade(state="graded", value=score, stored=score, reason=reason, pointer=at)


SHAPE = AssistantBench()
