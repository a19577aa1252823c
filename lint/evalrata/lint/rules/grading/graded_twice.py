"""See the class."""

import math

from evalrata.lint.counted import remainder, share, verb
from evalrata.lint.evidence import no_episodes, why
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
    ref,
)
from evalrata.lint.traces import NO_LIST, doubt, replays
from evalrata.lint.view import RunView
from evalrata.schemas.provenance import Attribution
from evalrata.schemas.records import Episode

__all__ = ["RULE"]

Pair = tuple[Episode, Attribution]


class GradedTwice(RunRule):
    """An episode was graded again after the first grading had left the gold state.

    ## What it does
    Reports episodes with a positive reward whose recorded actions hold two or more
    complete copies of the gold that only the grader can have made.

    The confidence is `exact` only where the record itself gives those actions to the
    grader; where they were told from the agent's by its log, it is `inferred`.

    ## Why it matters
    A grader that replays the gold actions leaves their result in the environment. A
    second grading compares that state with the gold state: it passes whatever the
    agent did.

    ## Example
    Measured on the real tau-bench environment (commit 59a200c), with an agent that
    transfers to a human first and sends a message afterwards: 50 of 50 episodes were
    graded twice and passed, 31 of them after a first grading of 0. Nine of the tasks
    have gold that leaves no trace, so the records show 41.

    ## What to do
    Store null for the reward, which is not known. Isolate the grader: give it a copy
    of the environment, and grade once.

    ## What it cannot see
    A second grading of a task whose gold leaves nothing to replay, graders that do
    not write into the recorded list, and the result of the first grading.
    """

    name = "grading.graded-twice"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at rewarded episodes whose grader writes into the recorded list."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        looked: list[Pair] = []
        reasons: list[str] = []
        for episode, found in zip(run.episodes, run.attributions, strict=True):
            if not _arises(episode):
                continue
            if reason := _dark(run, episode, found):
                reasons.append(reason)
            elif found is not None:
                looked.append((episode, found))
        return self._verdict(looked, reasons)

    def _verdict(self, looked: list[Pair], reasons: list[str]) -> Verdict:
        if not looked:
            if reasons:
                return could_not_check(why(reasons) or "", len(reasons))
            return not_applicable(
                "no rewarded episode is graded by writing into the recorded list"
            )
        twice = [p for p in looked if p[1].copies >= _TWICE]
        certain = all(doubt(*pair) is None and _is_declared(pair[0]) for pair in twice)
        finding = self.finding(
            f"{share(len(twice), len(looked) + len(reasons), 'rewarded episode')} "
            f"{verb(len(twice), 'were')} graded more than once, the last time against "
            f"the state that the gold had left{remainder(len(reasons))}",
            episodes=[
                ref(
                    episode,
                    ranges=found.ranges("grader") or None,
                    values={"copies": found.copies, "stored": episode.grade.stored},
                )
                for episode, found in twice
            ],
            checked=len(looked),
            confidence="exact" if certain else "inferred",
        )
        return checked(
            len(looked),
            [finding] if twice else [],
            unchecked=len(reasons),
            reason=why(reasons),
        )


_TWICE = 2


def _arises(episode: Episode) -> bool:
    """Say whether the reward may come from a grading that writes into the list."""
    stored = episode.grade.stored
    rewarded = stored is not None and 0 < stored < math.inf
    return rewarded and replays(episode) is not False


def _is_declared(episode: Episode) -> bool:
    """Say whether every action of the grader is marked as such in the record."""
    made = [a for a in episode.actions or () if a.actor == "grader"]
    return bool(made) and all(a.known == "declared" for a in made)


def _dark(run: RunView, episode: Episode, found: Attribution | None) -> str | None:
    """Return why the gradings of an episode cannot be counted, else ``None``."""
    if found is None:
        return run.lacks("actions") or NO_LIST
    if found.copies >= _TWICE:
        return None
    if replays(episode) is None:
        return run.lacks("gold") or "the gold is not recorded"
    return doubt(episode, found)


RULE = GradedTwice
