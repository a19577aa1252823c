"""How often the grader gives again what is recorded."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from evalrata.integrations.rescoring.reasons import told
from evalrata.integrations.tau.rescoring.asking import Answered
from evalrata.integrations.tau.rescoring.jobs import Job, Kind
from evalrata.integrations.tau.rescoring.regrades import recorded, regrades
from evalrata.schemas.rescore import Validation

__all__ = ["validations"]

NOT_OF_IT = "its format holds no list of actions of this kind"

KINDS: tuple[Kind, ...] = ("regrade", "replay", "verbatim", "stripped")


def validations(
    jobs: Sequence[Job], answered: Answered, *, embedded: bool
) -> Iterator[Validation]:
    """Yield those of all jobs together, then by scaffold.

    ``embedded``: the gold of the records graded.  An episode is not tried where its
    format does not hold what has to be made again.  All else that has no result is
    tried and not reproduced: an archive, or a grader that raises, does not choose what
    it is held against.
    """
    graded = {i: job for i, job in enumerate(jobs) if recorded(job) is not None}
    why = {i: r.reason for i, r in enumerate(regrades(jobs, answered))}
    scaffolds = {job.scaffold for job in jobs} - {None}
    for scaffold in (None, *sorted(s for s in scaffolds if s is not None)):
        own = {i: job for i, job in graded.items() if scaffold in (None, job.scaffold)}
        for kind in KINDS:
            if any(kind in job.plays or kind in job.untried for job in own.values()):
                found = _validation(kind, scaffold, own, answered, why)
                gold = "recorded" if embedded else "pinned"
                yield structs.replace(found, gold=gold)


def _validation(
    kind: Kind,
    scaffold: str | None,
    jobs: Mapping[int, Job],
    answered: Answered,
    why: Mapping[int, str],
) -> Validation:
    left: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    for i, job in jobs.items():
        answer = answered.episodes.get(i)
        played = answer.plays.get(kind) if answer else None
        if kind in job.untried or kind not in job.plays:
            left[job.untried.get(kind, NOT_OF_IT)] += 1
        elif played is None or played.reward is None:
            failed[(played and played.failed) or why[i] or "no answer"] += 1
        else:
            move = _move(recorded(job), played.reward)
            if move is None:
                failed[f"the grader gave {played.reward}, which is no result"] += 1
            else:
                moves[move] += 1
    return Validation(
        kind=kind,
        scaffold=scaffold,
        episodes=moves.total() + failed.total(),
        reproduced=moves["same"],
        higher=moves["higher"],
        lower=moves["lower"],
        failed=failed.total(),
        why=told(failed),
        not_tried=left.total(),
        reason=told(left),
    )


def _move(before: float | None, after: float) -> str | None:
    if not math.isfinite(after):
        return None
    if before is None or before == after:
        return "same"
    return "higher" if after > before else "lower"
