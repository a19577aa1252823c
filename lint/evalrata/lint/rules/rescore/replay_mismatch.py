"""See the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.comparing.rescored import placed, refs, seen_after
from evalrata.lint.counted import number
from evalrata.lint.evidence import why
from evalrata.lint.missing import gap_of
from evalrata.lint.replays import Seen, replays, seen
from evalrata.lint.rule import (
    RescoreRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.schemas.findings import EpisodeRef, Finding

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from collections.abc import Sequence

    from evalrata.lint.comparing.comparison import Comparison, Limits, RunPair
    from evalrata.lint.comparing.kept import Outcome
    from evalrata.lint.view import RunView

__all__ = ["RULE"]


class ReplayMismatch(RescoreRule):
    """A re-score replayed calls that gave other results than the recorded ones.

    ## What it does
    Looks at the share of replayed calls whose result is not the recorded one. A share
    above a threshold (1 %, `--max-mismatch`) is an error. So is a share that was not
    recorded, where results moved and the grader works by replaying calls: that it
    replays is known from the benchmark, from gold actions in the records, or since the
    file says that it is a re-score. And so are counts of the run that its episodes
    contradict; the worse ones are then used. `evalrata diff` refuses the numbers.

    ## Why it matters
    A grader that replays an episode reads the state at its end. If the calls do not do
    again what they did, that state is another one, and the new result says nothing
    about the agent.

    ## Example
    tau2-bench 1.0.1 replays leniently: a call that gives another result is a line in a
    log, and grading goes on. Twenty telecom episodes made without a user go from 1.00
    to 0.20 if they are replayed with one, and the saved file does not show that.

    ## What to do
    Find the first call that differs: another mode, task data or initial state. Re-score
    with `evalrata rescore`, which counts the mismatches.

    ## What it cannot see
    Calls that were not replayed, results that are compared in part only, and a grader
    that replays although nothing says so. Two runs of the same tasks are no re-score of
    each other; if it is not known whether the sides hold the same episodes, it could
    not check.
    """

    name = "rescore.replay-mismatch"
    severity = "error"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each run that was scored again."""
        filtered = comparison.diff.filter is not None
        answers = [
            self._of_pair(pair, comparison.limits, filtered=filtered)
            for pair in comparison.pairs
        ]
        dark = [a for a in answers if a.dark]
        sighted = sum(a.checked for a in answers)
        findings = [f for a in answers for f in a.findings]
        reason = why(a.reason for a in dark if a.reason)
        if sighted or findings:
            left = sum(a.dark for a in dark)
            return checked(sighted, findings, unchecked=left, reason=reason)
        if dark:
            return could_not_check(reason or "", sum(a.dark for a in dark))
        return not_applicable(
            why(a.reason for a in answers if a.reason) or "no run is on both sides"
        )

    def check_run(self, run: RunView) -> Verdict:
        """Look at a run that says it is a re-score."""
        each = [e.replay for e in run.episodes]
        if run.run.rescoring is None and not any(each):
            return not_applicable("nothing says that the results are a re-score's")
        whole = gap_of(run.run, run.episodes) is None
        found = seen(run.run, each, whole=whole)
        if found is None:
            if not any(e.actions for e in run.episodes):
                return not_applicable(_NOTHING)
            said = f"the results are a re-score's, and {_UNRECORDED}"
            pointer = run.run.rescoring.pointer if run.run.rescoring else None
            pointers = [] if pointer is None else [pointer]
            return checked(len(each), [self.finding(said, pointers=pointers)])
        episodes = [
            _ref(e.task, e.trial, e.pointer, e.replay.calls, e.replay.mismatched)
            for e in run.episodes
            if e.replay is not None and e.replay.mismatched
        ]
        if found.share is None:
            return could_not_check(_NO_RESULTS, len(each))
        findings = self._counted(found, _limit(), episodes)
        reason = _UNCOUNTED if found.lacking else None
        return checked(
            len(each) - found.lacking, findings, unchecked=found.lacking, reason=reason
        )

    def _of_pair(self, pair: RunPair, limits: Limits, *, filtered: bool) -> _Answer:
        if (beside := _beside(pair)) is not None:
            return beside
        found = seen_after(pair, filtered=filtered)
        if found is None:
            return self._unrecorded(pair)
        if found.share is None:
            return _Answer(reason=_NO_RESULTS, dark=len(pair.matched))
        return self._recorded(pair, found, limits.mismatch)

    def _recorded(self, pair: RunPair, found: Seen, limit: float) -> _Answer:
        run, outcomes = pair.after.entry.run, pair.after.outcomes
        episodes = [
            _ref(o.task, o.trial, o.pointer, o.replay.calls, o.replay.mismatched)
            for o in outcomes
            if o.replay is not None and o.replay.mismatched
        ]
        findings = self._counted(found, limit, episodes, name=run.id)
        if found.lacking:
            silent = [(b, a) for b, a in pair.moved if a.replay is None]
            findings += [self._moved(pair, silent)] if silent else []
        return _Answer(
            checked=len(outcomes) - found.lacking,
            dark=found.lacking,
            reason=_UNCOUNTED if found.lacking else None,
            findings=tuple(placed(f, run) for f in findings),
        )

    def _unrecorded(self, pair: RunPair) -> _Answer:
        run, before = pair.after.entry.run, pair.before.entry.run
        changed = pair.moved
        if not changed:
            return _Answer(
                reason=f"{_UNRECORDED}; no result moved", dark=len(pair.matched)
            )
        known = replays(run) or replays(before) or run.rescoring is not None
        if not known and all(
            pair.after.outcomes[j].acts is None for _, j in pair.matched
        ):
            return _Answer(reason=_UNSAID, dark=len(pair.matched))
        found = placed(self._moved(pair, changed), run)
        return _Answer(checked=len(pair.matched), findings=(found,))

    def _moved(
        self, pair: RunPair, changed: Sequence[tuple[Outcome, Outcome]]
    ) -> Finding:
        moved_ = number(len(changed), "result")
        return self.finding(
            f"{pair.after.id}: {moved_} moved, and {_UNRECORDED}",
            episodes=refs(changed),
            checked=len(pair.matched),
            values={"moved": len(changed)},
        )

    def _counted(
        self,
        found: Seen,
        limit: float,
        episodes: Sequence[EpisodeRef],
        *,
        name: str | None = None,
    ) -> list[Finding]:
        """Report counts that contradict one another, and a share that is too large."""
        start = "" if name is None else f"{name}: "
        findings = []
        if found.other is not None:
            findings.append(self._contradicted(found, found.other, start))
        if found.share is not None and found.share > limit:
            findings.append(self._too_many(found, limit, episodes, start))
        return findings

    def _contradicted(self, found: Seen, other: tuple[int, int], start: str) -> Finding:
        calls, mismatched = other
        return self.finding(
            f"{start}the run and its episodes do not record the same replay: "
            f"{found.mismatched:,} of {number(found.calls, 'call')} mismatched by one, "
            f"{mismatched:,} of {number(calls, 'call')} by the other; the worse is "
            "used",
            values={
                "calls": [found.calls, calls],
                "mismatched": [found.mismatched, mismatched],
            },
            pointers=_at(found),
        )

    def _too_many(
        self, found: Seen, limit: float, episodes: Sequence[EpisodeRef], start: str
    ) -> Finding:
        said = (
            f"{start}{found.mismatched:,} of {number(found.calls, 'replayed call')} "
            f"({found.share:.2%}) gave another result than the record, more than "
            f"{limit:.2%}: the re-score did not see the world that was recorded"
        )
        values = {
            "calls": found.calls,
            "mismatched": found.mismatched,
            "share": found.share,
            "limit": limit,
        }
        places = _at(found)
        return self.finding(said, episodes=episodes, values=values, pointers=places)


class _Answer(Struct, frozen=True, kw_only=True):
    """What is said of one run."""

    checked: int = 0
    dark: int = 0
    """Episodes that could not be looked at."""
    reason: str | None = None
    findings: tuple[Finding, ...] = ()


def _beside(pair: RunPair) -> _Answer | None:
    """Return why no replay is to be looked at; ``None`` where one is."""
    if not pair.matched:
        return _Answer(reason=_ROWS, dark=0 if pair.after.outcomes else 1)
    same = pair.same
    if same is None:
        return _Answer(reason=_UNKNOWN, dark=len(pair.matched))
    if not same:
        return _Answer(reason=_OTHERS)
    if all(pair.after.outcomes[j].trace is None for _, j in pair.matched):
        return _Answer(reason=_NOTHING)
    return None


def _at(found: Seen) -> list[str]:
    return [] if found.pointer is None else [found.pointer]


def _limit() -> float:
    """Return the share that an archive alone may have."""
    from evalrata.lint.comparing.comparison import Limits  # noqa: PLC0415 - as above

    return Limits().mismatch


_UNRECORDED = (
    "it is not recorded how many replayed calls gave another result than the record"
)
_ROWS = "the rows hold no episodes on both sides, so no replay is recorded"
_UNKNOWN = "nothing shows whether both sides hold the same recorded episodes"
_OTHERS = "the sides hold other episodes of the same tasks: no re-score"
_NOTHING = "no tool call is recorded, so there is nothing to replay"
_NO_RESULTS = "no replayed call has a recorded result that it could be compared with"
_UNCOUNTED = "the replayed calls of these episodes were not counted"
_UNSAID = "whether this grader makes the calls again is not known"


def _ref(
    task: str, trial: int | None, pointer: str, calls: int, mismatched: int
) -> EpisodeRef:
    values = {"calls": calls, "mismatched": mismatched}
    return EpisodeRef(task=task, trial=trial, pointer=pointer, values=values)


RULE = ReplayMismatch
"""See the class."""
