"""A results file with the answers of the benchmark beside its records."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.integrations.rescoring.driver import Taken
from evalrata.integrations.tau2.rescoring.answers import (
    Answered,
    EpisodeAnswer,
    Graded,
)
from evalrata.schemas.records import Episode

__all__ = ["PASS", "File", "beside"]

PASS = 1 - 1e-6
"""A reward from here on is a success (``metrics/agent_metrics.py``: is_successful)."""

PLACE = "/simulations/"

ById = dict[str, EpisodeAnswer | None]


class File(Struct, frozen=True, kw_only=True):
    """One results file."""

    taken: Taken
    answered: Answered
    answers: tuple[EpisodeAnswer | None, ...]
    """Of each episode of the run, in order; ``None``: the benchmark reads none."""
    embedded: bool
    """The answers are by the definitions in the records."""

    def pairs(self) -> Iterator[tuple[Episode, EpisodeAnswer | None]]:
        """Yield each episode with its answer."""
        return zip(self.taken.records.episodes, self.answers, strict=True)

    def by_record(self, answer: EpisodeAnswer) -> Graded:
        """Return the grading by the task's definition in the records."""
        return answer.graded if self.embedded else answer.other or answer.graded


def beside(
    episodes: Sequence[Episode], answered: Answered
) -> tuple[EpisodeAnswer | None, ...]:
    """Find each episode's answer: by its place in the file, in a split layout by id.

    An answer counts only if the two name the same simulation.
    """
    by_index = {a.index: a for a in answered.episodes}
    by_id: ById = {}
    for answer in answered.episodes:
        # An id that two simulations share names neither.
        by_id[answer.id] = None if answer.id in by_id else answer
    return tuple(_answer(episode, by_index, by_id) for episode in episodes)


def _answer(
    episode: Episode, by_index: dict[int, EpisodeAnswer], by_id: ById
) -> EpisodeAnswer | None:
    number = episode.pointer.removeprefix(PLACE)
    if episode.pointer.startswith(PLACE) and number.isdecimal():
        found = by_index.get(int(number))
    else:
        found = by_id.get(episode.id or "")
    return found if found is not None and found.id == episode.id else None
