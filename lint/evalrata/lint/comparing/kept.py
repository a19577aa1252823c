"""What stays of a run that is to be compared: its row, and a line per episode."""

from math import isfinite
from zlib import crc32

from msgspec import Struct

from evalrata.lint.missing import gap_of
from evalrata.lint.view import RunView
from evalrata.schemas.record_actions import Gold
from evalrata.schemas.records import Episode, Replayed, Run, RunRecords

__all__ = ["Kept", "KeptRun", "Outcome", "keep"]


class Outcome(Struct, frozen=True, gc=False, kw_only=True):
    """An episode's result."""

    task: str
    trial: int | None = None
    id: str | None = None
    pointer: str
    state: str
    """Of its ``Grade``: ``graded``, ``ungraded`` or ``unknown``."""
    value: float | None = None
    """The grader's result; the stored one where a graded episode has no other.  NaN and
    infinity are no results."""
    stored: float | None = None
    digest: str | None = None
    """Of what its task's grading depends on."""
    acts: bool | None = None
    """Whether the gold has an action that is no terminator; ``None``: no gold."""
    replay: Replayed | None = None
    trace: int | None = None
    """Checksum of what the agent did, the same for the same recorded episode; ``None``:
    no action is recorded."""

    @property
    def counted(self) -> bool:
        """Whether it is in the denominator: graded, with a result."""
        return self.state == "graded" and self.value is not None


class KeptRun(Struct, frozen=True):
    """What a run states, and whether all of it is here.

    Its other numbers are not computed: a comparison of large archives takes its scores
    from the outcomes.
    """

    run: Run
    incomplete: str | None = None
    """Why records of it are missing, or may be; ``None``: nothing says so."""


class Kept(Struct, frozen=True, kw_only=True):
    """A run of one side."""

    entry: KeptRun
    outcomes: tuple[Outcome, ...] = ()
    named: str | None = None
    """The run's id as its file gives it, where runs were numbered to tell namesakes
    apart; ``None``: the id itself."""
    place: str | None = None
    """Its file below what was given as the side; ``None``: not known."""

    @property
    def id(self) -> str:
        """The run's."""
        return self.entry.run.id


def keep(records: RunRecords) -> Kept:
    """Reduce a run's records to what is compared."""
    view = RunView(records)
    gap = gap_of(view.run, view.episodes)
    entry = KeptRun(view.run, None if gap is None else gap.reason)
    return Kept(entry=entry, outcomes=tuple(map(_outcome, view.episodes)))


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
        value=value if value is not None and isfinite(value) else None,
        stored=grade.stored,
        digest=episode.task_digest,
        acts=None if episode.gold is None else _acts(episode.gold),
        replay=episode.replay,
        trace=_trace(episode),
    )


def _trace(episode: Episode) -> int | None:
    """Return a checksum of names and ids of calls, which no re-score changes.

    Not of arguments, which formats write in several ways.
    """
    if not episode.actions:
        return None
    words = (*(a.name for a in episode.actions), *episode.tool_call_ids)
    return crc32("\0".join(words).encode("utf-8", "surrogatepass"))


def _acts(gold: Gold) -> bool:
    return any(a.name not in gold.terminators for a in gold.actions)
