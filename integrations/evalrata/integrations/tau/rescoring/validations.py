"""How often the grader gives again what is recorded."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from evalrata.integrations.tau.rescoring.asking import Answered
from evalrata.integrations.tau.rescoring.jobs import Job, Kind
from evalrata.integrations.tau.rescoring.regrades import recorded, regrades
from evalrata.schemas.rescore import Validation

__all__ = ["validations"]

KINDS: tuple[Kind, ...] = ("regrade", "replay", "verbatim", "stripped")
REASONS = 3
"""How many reasons are told."""


def validations(jobs: Sequence[Job], answered: Answered) -> Iterator[Validation]:
    """Yield those of all jobs together, then by scaffold."""
    graded = {i: job for i, job in enumerate(jobs) if recorded(job) is not None}
    why = {i: r.reason for i, r in enumerate(regrades(jobs, answered))}
    scaffolds = {job.scaffold for job in jobs} - {None}
    for scaffold in (None, *sorted(s for s in scaffolds if s is not None)):
        own = {i: job for i, job in graded.items() if scaffold in (None, job.scaffold)}
        for kind in KINDS:
            if any(kind in job.plays or kind in job.untried for job in own.values()):
                yield _validation(kind, scaffold, own, answered, why)


def _validation(
    kind: Kind,
    scaffold: str | None,
    jobs: Mapping[int, Job],
    answered: Answered,
    why: Mapping[int, str],
) -> Validation:
    reasons: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    for i, job in jobs.items():
        answer = answered.episodes.get(i)
        played = answer.plays.get(kind) if answer else None
        if played is None or played.reward is None:
            failed = played.failed if played else job.untried.get(kind)
            reasons[failed or why[i] or "not asked for"] += 1
        else:
            moves[_move(recorded(job), played.reward)] += 1
    told = [f"{why} ({n})" for why, n in reasons.most_common(REASONS)]
    return Validation(
        kind=kind,
        scaffold=scaffold,
        episodes=moves.total(),
        reproduced=moves["same"],
        higher=moves["higher"],
        lower=moves["lower"],
        not_tried=reasons.total(),
        reason="; ".join(told) + ("; ..." if len(reasons) > REASONS else ""),
    )


def _move(before: float | None, after: float) -> str:
    if before is None or before == after:
        return "same"
    return "higher" if after > before else "lower"
