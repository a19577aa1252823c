"""ColBench: a list of numbers, the correctness of each answer, without task ids.

An episode is a position, and its note ``missing`` says that it has no task id.
"""

from collections.abc import Iterator, Sequence

from evalrata.integrations.documents import Item
from evalrata.integrations.hal.evals.shape import Context, Shape, no_number
from evalrata.schemas.records import Episode, Grade

__all__ = ["SHAPE"]


class ColBench(Shape):
    """The shape."""

    items = float | None
    score = "average_correctness"

    def episodes(self, parts: Sequence[Item], context: Context) -> Iterator[Episode]:
        """Yield an episode per number."""
        del context
        for part in parts:
            yield Episode(
                task=f"#{part.part}",
                pointer=part.pointer,
                grade=_grade(part.value, part.pointer),
                notes={"missing": ["task_id"]},
            )


def _grade(value: float | None, at: str) -> Grade:
    if value is None:
        return no_number("unknown", "no correctness is recorded", at)
    reason = "the evaluator's result is recorded"
    return Grade(state="graded", value=value, stored=value, reason=reason, pointer=at)


SHAPE = ColBench()
