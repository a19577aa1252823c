"""Tasks whose embedded gold is not the pinned, and tasks that an idle agent passes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from evalrata.integrations.tau.rescoring.answers import IdleAnswer
from evalrata.integrations.tau.rescoring.asking import Answered
from evalrata.integrations.tau.rescoring.jobs import Job
from evalrata.integrations.tau.rescoring.regrades import idle_of
from evalrata.schemas.rescore import GoldDifference, Idle, Regrade

__all__ = ["gold_differences", "idle_tasks"]

GRADED = frozenset({"actions", "outputs"})
PASSES = "the gold leaves the database as it was, and no output is required"
RIGHT = "an untouched database is right, but outputs are required"


def gold_differences(
    jobs: Sequence[Job], answered: Answered, graded: Sequence[Regrade]
) -> Iterator[GoldDifference]:
    """Yield per task and field, in the order in which they occur."""
    episodes: Counter[tuple[str, str]] = Counter()
    flips: Counter[tuple[str, str]] = Counter()
    for i, job in enumerate(jobs):
        answer = answered.episodes.get(i)
        for what in answer.differs if answer else ():
            place = _task(job, jobs), what
            episodes[place] += 1
            flips[place] += what in GRADED and _flips(graded[i])
    for (task, what), count in episodes.items():
        yield GoldDifference(
            task=task,
            what=what,
            graded=what in GRADED,
            episodes=count,
            flips=flips[task, what],
        )


def idle_tasks(jobs: Sequence[Job], answered: Answered) -> Iterator[Idle]:
    """Yield each task that was tried, in the order in which they occur."""
    seen = set()
    for job in jobs:
        answer, task = idle_of(job, answered), _task(job, jobs)
        if answer is None or task in seen:
            continue
        seen.add(task)
        if answer.play.reward is not None:
            passes = answer.play.reward >= job.pass_mark
            yield Idle(task=task, passes=passes, note=_note(answer, passes=passes))


def _task(job: Job, jobs: Sequence[Job]) -> str:
    several = len({each.domain for each in jobs}) > 1
    return f"{job.domain}/{job.episode.task}" if several else job.episode.task


def _flips(regrade: Regrade) -> bool:
    pair = regrade.value, regrade.embedded
    return None not in pair and pair[0] != pair[1]


def _note(answer: IdleAnswer, *, passes: bool) -> str:
    if passes:
        return PASSES
    return RIGHT if answer.changes is False and answer.outputs else ""
