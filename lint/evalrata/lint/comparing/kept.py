"""What stays of a run that is to be compared: its row, and a line per episode."""

from msgspec import Struct

from evalrata.lint.view import Entry, RunView
from evalrata.schemas.record_actions import Gold
from evalrata.schemas.records import Episode, Replayed, RunRecords

__all__ = ["Kept", "Outcome", "keep"]


class Outcome(Struct, frozen=True, gc=False, kw_only=True):
    """An episode's result."""

    task: str
    trial: int | None = None
    id: str | None = None
    pointer: str
    state: str
    """Of its ``Grade``: ``graded``, ``ungraded`` or ``unknown``."""
    value: float | None = None
    """The grader's result; the stored one where a graded episode has no other."""
    stored: float | None = None
    digest: str | None = None
    """Of what its task's grading depends on."""
    acts: bool | None = None
    """Whether the gold has an action that is no terminator; ``None``: no gold."""
    replay: Replayed | None = None

    @property
    def counted(self) -> bool:
        """Whether it is in the denominator: graded, with a result."""
        return self.state == "graded" and self.value is not None


class Kept(Struct, frozen=True, kw_only=True):
    """A run of one side."""

    entry: Entry
    outcomes: tuple[Outcome, ...] = ()

    @property
    def id(self) -> str:
        """The run's."""
        return self.entry.run.id


def keep(records: RunRecords) -> Kept:
    """Reduce a run's records to what is compared."""
    view = RunView(records)
    return Kept(entry=view.entry, outcomes=tuple(map(_outcome, view.episodes)))


def _outcome(episode: Episode) -> Outcome:
    grade = episode.grade
    value = grade.value
    if value is None and grade.state == "graded":
        value = grade.stored
    return Outcome(
        task=episode.task,
        trial=episode.trial,
        id=episode.id,
        pointer=episode.pointer,
        state=grade.state,
        value=value,
        stored=grade.stored,
        digest=episode.task_digest,
        acts=None if episode.gold is None else _acts(episode.gold),
        replay=episode.replay,
    )


def _acts(gold: Gold) -> bool:
    return any(a.name not in gold.terminators for a in gold.actions)
