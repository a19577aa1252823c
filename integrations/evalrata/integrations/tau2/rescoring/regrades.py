"""What the grader gave for each episode of a run."""

from collections.abc import Iterator

from evalrata.integrations.tau2.rescoring.answers import (
    Answered,
    EpisodeAnswer,
    ReplayAnswer,
)
from evalrata.integrations.tau2.rescoring.files import PASS, File
from evalrata.schemas.records import Episode, Replayed
from evalrata.schemas.rescore import Mismatch, Regrade

__all__ = ["regrades"]


def regrades(file: File) -> Iterator[Regrade]:
    """Yield one for each episode, in order."""
    for episode, answer in file.pairs():
        if answer is None:
            yield _regrade(file, episode, reason=_absent(file.answered))
        else:
            yield _answered(file, episode, answer)


def _absent(answered: Answered) -> str:
    if answered.unreadable:
        return f"the benchmark cannot read the file: {answered.unreadable}"
    return "the benchmark reads no such simulation in the file"


def _answered(file: File, episode: Episode, answer: EpisodeAnswer) -> Regrade:
    task = file.answered.tasks.get(episode.task)
    idle = None if task is None or task.idle is None else task.idle.value
    needs_write = None if task is None else task.needs_write
    value = answer.graded.value
    gained = needs_write and _gained(episode.grade.stored, value)
    return _regrade(
        file,
        episode,
        value=value,
        reason=answer.graded.reason,
        replay=_replayed(answer.graded.replay),
        mismatches=tuple(_mismatches(answer.graded.replay)),
        idle=None if idle is None else idle >= PASS,
        writes=tuple(answer.writes) if gained else (),
        needs_write=needs_write,
        embedded=file.by_record(answer).value,
    )


def _regrade(  # noqa: PLR0913 - what is known of one episode
    file: File,
    episode: Episode,
    *,
    reason: str,
    value: float | None = None,
    replay: Replayed | None = None,
    mismatches: tuple[Mismatch, ...] = (),
    idle: bool | None = None,
    writes: tuple[str, ...] = (),
    needs_write: bool | None = None,
    embedded: float | None = None,
) -> Regrade:
    return Regrade(
        run=file.taken.records.run.id,
        task=episode.task,
        trial=episode.trial,
        id=episode.id,
        pointer=episode.pointer,
        state=episode.grade.state,
        stored=episode.grade.stored,
        value=value,
        reason=reason,
        replay=replay,
        mismatches=mismatches,
        idle=idle,
        writes=writes,
        needs_write=needs_write,
        embedded=embedded,
    )


def _replayed(answer: ReplayAnswer | None) -> Replayed | None:
    """Return the counts; ``None``: nothing was replayed, or not all was counted."""
    if answer is None or answer.untracked:
        return None
    return Replayed(calls=answer.calls, mismatched=answer.mismatched)


def _gained(stored: float | None, value: float | None) -> bool:
    return value is not None and value >= PASS and (stored is None or stored < PASS)


def _mismatches(answer: ReplayAnswer | None) -> Iterator[Mismatch]:
    for first in () if answer is None else answer.mismatches:
        yield Mismatch(
            call=first["call"],
            recorded=first["recorded"],
            replayed=first["replayed"],
            pointer=first["pointer"],
        )
