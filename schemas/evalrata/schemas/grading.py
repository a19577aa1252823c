"""Whether an episode was graded: what the record says, else what the grader left."""

from collections.abc import Sequence

import msgspec

from evalrata.schemas.provenance import Attribution
from evalrata.schemas.records import Episode, Grade

__all__ = ["leaves_traces", "settle"]


def leaves_traces(
    episodes: Sequence[Episode], attributions: Sequence[Attribution | None]
) -> bool:
    """Say whether a missing replay may be held against the grader in this run.

    Not if an episode with a positive reward, which only the grader sets, lacks it
    too: then something took the replayed actions out of the records.
    """
    return not any(
        found is not None
        and found.trace == "absent"
        and (episode.grade.stored or 0) > 0
        for episode, found in zip(episodes, attributions, strict=True)
    )


def settle(
    episode: Episode, attribution: Attribution | None, *, traced: bool = True
) -> Grade:
    """Return the grade with its state decided where the evidence decides it.

    A recorded state stays.  A reader leaves the state ``unknown`` where the format
    does not say whether the grader ran; then, for a benchmark whose grader replays
    the gold into the recorded list:

    - a positive stored reward was set by the grader: ``graded``;
    - complete gold actions that the agent did not make: ``graded``;
    - no such actions, and nothing that could be them: ``ungraded``;
    - gold that leaves nothing to replay, a log with gaps, or a run in which the
      missing replay proves nothing (``traced`` false): ``unknown``.

    A state that is decided here is marked ``inferred``.
    """
    grade, gold = episode.grade, episode.gold
    if grade.state != "unknown" or grade.stored is None:
        return grade
    if gold is None or not gold.replayed:
        return grade
    if grade.stored > 0:
        return _graded(grade, "only the grader sets a positive reward")
    if attribution is None:
        return grade
    if attribution.trace == "found":
        return _graded(grade, attribution.reason)
    return _without_trace(grade, attribution, traced=traced)


def _without_trace(grade: Grade, attribution: Attribution, *, traced: bool) -> Grade:
    if attribution.trace == "impossible":
        reason = "this task's gold leaves nothing to replay"
    elif attribution.trace == "unclear":
        reason = attribution.reason
    elif not traced:
        reason = "a rewarded episode of this run lacks the replayed gold as well"
    else:
        reason = "the grader's replay of the gold actions is not in the record"
        return msgspec.structs.replace(
            grade, state="ungraded", value=None, reason=reason, inferred=True
        )
    return msgspec.structs.replace(grade, reason=reason)


def _graded(grade: Grade, reason: str) -> Grade:
    return msgspec.structs.replace(
        grade, state="graded", value=grade.stored, reason=reason, inferred=True
    )
