"""What came of each episode."""

from collections.abc import Iterator, Sequence

from evalrata.integrations.tau.rescoring.answers import (
    EpisodeAnswer,
    IdleAnswer,
    Play,
)
from evalrata.integrations.tau.rescoring.asking import Answered
from evalrata.integrations.tau.rescoring.jobs import Job, Kind, index_of, key
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Mismatch, Regrade

__all__ = ["gained", "idle_of", "recorded", "regrades"]

OFFLINE = "graded offline at the recorded end"
NO_DOMAIN = "no tool of it, and nothing in the archive, shows which domain it is of"
NO_INDEX = "its task is not named by an index of the benchmark's list"


def regrades(jobs: Sequence[Job], answered: Answered) -> Iterator[Regrade]:
    """Yield one for each job, in order."""
    for i, job in enumerate(jobs):
        answer = answered.episodes.get(i)
        value, reason = _value(job, answer, answered)
        replay, mismatches = _replay(job, answer)
        idle = idle_of(job, answered)
        episode = job.episode
        yield Regrade(
            run=job.run,
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
            idle=None if idle is None else _passes(idle.play, job),
            needs_write=_needs_write(job, idle),
            writes=_writes(job, value, idle),
            embedded=_embedded(job, answer, value),
        )


def recorded(job: Job) -> float | None:
    """Return the recorded reward of a graded episode."""
    grade = job.episode.grade
    if grade.state != "graded":
        return None
    return grade.stored if grade.value is None else grade.value


def gained(job: Job, value: float | None) -> bool:
    """Say whether the episode passes now and did not in the record."""
    if value is None or value < job.pass_mark:
        return False
    before = recorded(job)
    return before is None or before < job.pass_mark


def idle_of(job: Job, answered: Answered) -> IdleAnswer | None:
    """Return what an agent that does nothing gets on the job's task."""
    index = index_of(job.episode.task)
    if job.domain is None or index is None:
        return None
    return answered.idle.get((job.domain, index))


def _value(
    job: Job, answer: EpisodeAnswer | None, answered: Answered
) -> tuple[float | None, str]:
    if answer is None or answer.failed is not None:
        return None, _unanswered(job, answer, answered)
    kinds: tuple[Kind, ...] = ("regrade", "replay") if job.compared else ("replay",)
    failed = ""
    for kind in kinds:
        played = answer.plays.get(kind)
        if played is None:
            failed = job.untried.get(kind, "")
        elif played.reward is None:
            failed = played.failed or ""
        else:
            return played.reward, _how(job, failed)
    return None, failed


def _how(job: Job, failed: str) -> str:
    """Say how an episode was graded, where it is not as it was recorded."""
    if job.episode.grade.state != "graded":
        return OFFLINE
    return f"{failed}; graded after its last action" if failed else ""


def _unanswered(job: Job, answer: EpisodeAnswer | None, answered: Answered) -> str:
    if job.refused is not None:
        return job.refused
    if job.domain is None:
        return NO_DOMAIN
    if index_of(job.episode.task) is None:
        return NO_INDEX
    domain = answered.domains.get(job.domain)
    if domain is not None and domain.failed is not None:
        return f"{job.domain}: {domain.failed}"
    return (answer.failed if answer else None) or "the benchmark gave no answer"


def _replay(
    job: Job, answer: EpisodeAnswer | None
) -> tuple[Replayed | None, tuple[Mismatch, ...]]:
    """Return counts, 0 where the format records no results; ``None``: a step failed."""
    if not job.compared:
        return Replayed(calls=0, mismatched=0), ()
    played = answer.plays.get("replay") if answer else None
    if played is None or played.reward is None:
        return None, ()
    shown = tuple(
        Mismatch(
            call=job.steps[seen.step].name,
            recorded=seen.recorded,
            replayed=seen.replayed,
            pointer=(job.steps[seen.step].pointer or "").removeprefix(
                job.episode.pointer
            ),
        )
        for seen in played.first
    )
    counts = Replayed(
        calls=played.calls, mismatched=played.mismatched, uncompared=played.uncompared
    )
    return counts, shown


def _passes(play: Play, job: Job) -> bool | None:
    return None if play.reward is None else play.reward >= job.pass_mark


def _needs_write(job: Job, idle: IdleAnswer | None) -> bool | None:
    """Return what the environment showed, else what the gold's tools say."""
    if idle is not None and idle.changes is not None:
        return idle.changes
    return None if job.episode.gold is None else job.episode.gold.requires_write


def _writes(job: Job, value: float | None, idle: IdleAnswer | None) -> tuple[str, ...]:
    """Return required writes among the agent's own calls, for a pass gained."""
    if idle is None or not idle.changes or not gained(job, value):
        return ()
    calls = job.calls
    return tuple(
        f"{name}({arguments})"
        for name, arguments in (key(a.name, a.kwargs) for a in idle.written)
        if (name, arguments) in calls
    )


def _embedded(
    job: Job, answer: EpisodeAnswer | None, value: float | None
) -> float | None:
    """Return the result against the gold that the record embeds."""
    if job.embedded is None or answer is None:
        return None
    return value if answer.other is None else answer.other.reward
