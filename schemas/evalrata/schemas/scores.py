"""The score of a run under each reporting rule.

The rule alone can move a score by tens of points, so all of them are printed, each
with the number of episodes it is a mean over:

``as_recorded``
    the stored results, as the file has them;
``graded_only``
    the grader's results of episodes that were graded;
``completed_only``
    stored results of episodes that ended by themselves, by the recorded reason;
``without_crashed``
    stored results of all but episodes that an error ended; there is none where it is
    not known of every episode whether one did;
``low`` / ``high``
    all episodes, every one that is not known to be graded taken as a failure / a pass.

A rule over no episodes has no score, and neither has one that would average a NaN or
an infinity: ``None``, not 0.  ``low`` and ``high`` need the result of every graded
episode, and none of them outside 0 to 1, since 0 and 1 would bound nothing then.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from evalrata.schemas.records import Episode, Reported
from evalrata.schemas.report import Score, Scores

__all__ = [
    "RULES",
    "ReportingRule",
    "crash_known",
    "mean",
    "score_under_each_rule",
    "taken",
]

ReportingRule = Literal[
    "as_recorded",
    "graded_only",
    "completed_only",
    "without_crashed",
    "low",
    "high",
]

RULES: tuple[ReportingRule, ...] = get_args(ReportingRule)


def score_under_each_rule(episodes: Sequence[Episode], reported: Reported) -> Scores:
    """Return every score of a run; grades must be settled."""
    return Scores(
        reported=_reported(reported),
        **{rule: mean(v for _, v in taken(rule, episodes) or ()) for rule in RULES},
    )


def taken(
    rule: ReportingRule, episodes: Iterable[Episode]
) -> list[tuple[str, float]] | None:
    """Return ``(task, result)`` of every episode that ``rule`` takes a mean over.

    ``None`` for a bound that cannot be given (a graded episode has no result, or one
    outside 0 to 1), and for ``without_crashed`` where it is not known which episodes
    crashed.
    """
    episodes = list(episodes)
    if rule == "without_crashed" and not all(map(crash_known, episodes)):
        return None
    chosen = [(e.task, _result(rule, e)) for e in episodes if _counts(rule, e)]
    known = [(task, result) for task, result in chosen if result is not None]
    if rule in ("low", "high") and not _bounds(known, len(chosen)):
        return None
    return known


def _bounds(known: list[tuple[str, float]], wanted: int) -> bool:
    return len(known) == wanted and all(0 <= result <= 1 for _, result in known)


def crash_known(episode: Episode) -> bool:
    """Say whether it is known if an error ended the episode."""
    return episode.termination.kind != "unknown" or episode.termination.no_crash


def mean(results: Iterable[float]) -> Score | None:
    """Return the mean; ``None`` of nothing, or of what is not all finite numbers."""
    known = list(results)
    if not known or not all(math.isfinite(v) for v in known):
        return None
    try:
        return Score(value=math.fsum(known) / len(known), n=len(known))
    except OverflowError:  # numbers that are finite, and their sum is not
        return None


def _counts(rule: ReportingRule, episode: Episode) -> bool:
    if rule == "graded_only":
        return episode.grade.state == "graded"
    if rule == "completed_only":
        return episode.termination.kind == "completed"
    if rule == "without_crashed":
        return episode.termination.kind != "crashed"
    return True


def _result(rule: ReportingRule, episode: Episode) -> float | None:
    grade = episode.grade
    if rule == "graded_only":
        return grade.value
    if rule not in ("low", "high"):
        return grade.stored
    if grade.state == "graded":
        return grade.value
    return 0.0 if rule == "low" else 1.0


def _reported(reported: Reported) -> Score | None:
    if reported.score is None or not math.isfinite(reported.score):
        return None
    return Score(value=reported.score, n=reported.episodes)
