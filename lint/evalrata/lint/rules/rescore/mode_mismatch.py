"""See the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.lint.comparing.rescored import placed, seen_after
from evalrata.lint.counted import number, verb
from evalrata.lint.replays import Mode, mode_of
from evalrata.lint.rule import RescoreRule, Verdict, checked, not_applicable

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from evalrata.lint.comparing.comparison import Comparison, RunPair
    from evalrata.lint.view import RunView
    from evalrata.schemas.findings import Finding, Severity
    from evalrata.schemas.records import Run

__all__ = ["RULE"]

_PROVES = 0.01
"""The largest share of mismatched calls that shows a run was not misread, also where
the limit was raised to let other differences pass."""


class ModeMismatch(RescoreRule):
    """A re-score takes a run that was made without a user for one with a user.

    ## What it does
    Looks at runs whose user simulator is a dummy, or whose agent called tools of the
    user's side and was answered, and at the names by which the benchmark's re-score
    recognises a run without a user. It is a warning of one archive, since a re-score
    would misread it; an error where a re-score changed results, or was made; and info
    where the re-score recorded a share of mismatched calls within the limit, so that it
    did read the right mode.

    ## Why it matters
    In the wrong mode the agent lacks the user's tools. Calls to them change nothing,
    the state at the end is another one, and what passed fails.

    ## Example
    tau2-bench's `evaluate-trajs` looks for the agent name `llm_agent_solo`. Twenty
    telecom episodes of an agent called `llm_agent_solo_gt` go from 1.00 to 0.20; under
    the first name the same episodes stay at 1.00.

    ## What to do
    Re-score in the mode in which the run was made, and count the replay mismatches; do
    not report numbers of another mode.

    ## What it cannot see
    Modes that the header does not name, tools of the user's side that no task expects
    of the user, and benchmarks whose re-score reads no mode.
    """

    name = "rescore.mode-mismatch"
    severity = "error"
    confidence = "exact"

    def check(self, comparison: Comparison) -> Verdict:
        """Look at each run that was scored again."""
        found = [(pair, _mode(pair)) for pair in comparison.pairs]
        known = [
            (pair, mode)
            for pair, mode in found
            if mode is not None and pair.same is not False
        ]
        if not known:
            return not_applicable("no run that was scored again has a mode")
        return checked(
            len(known),
            [
                placed(
                    self._finding(mode, _severity(pair, comparison), pair), _run(pair)
                )
                for pair, mode in known
                if mode.misread
            ],
        )

    def check_run(self, run: RunView) -> Verdict:
        """Look at one run that may be scored again."""
        mode = mode_of(run.run)
        if mode is None:
            return not_applicable(_NONE)
        severity: Severity = "warning" if run.run.rescoring is None else "error"
        return checked(1, [self._finding(mode, severity)] if mode.misread else [])

    def _finding(
        self, mode: Mode, severity: Severity, pair: RunPair | None = None
    ) -> Finding:
        name = "" if pair is None else f"{_run(pair).id}: "
        takes = "would take" if severity == "warning" else "takes"
        said = (
            f"{name}the benchmark's re-score {takes} this run for one with a user: "
            f"{_evidence(mode)}, and the agent's name, {mode.agent}, is not one that "
            f"it recognises as working without a user ({', '.join(mode.agents)})"
        )
        if severity == "info":
            said += "; the replayed calls gave the recorded results, so that it did not"
        return self.finding(
            said,
            severity=severity,
            values={
                key: value
                for key, value in structs.asdict(mode).items()
                if key not in {"pointers", "taken"}
            },
            pointers=mode.pointers,
        )


_NONE = "no benchmark whose re-score reads the mode from the file"


def _evidence(mode: Mode) -> str:
    said = []
    if mode.alone:
        said.append(f"the user simulator is a dummy ({mode.user})")
    if mode.user_calls:
        calls = number(mode.user_calls, "answered call")
        are = verb(mode.user_calls, "are")
        said.append(f"{calls} of the agent {are} to tools of the user's side")
    return ", ".join(said)


def _mode(pair: RunPair) -> Mode | None:
    """Return the mode, as the after side says it or else the side before."""
    return mode_of(pair.after.entry.run) or mode_of(pair.before.entry.run)


def _run(pair: RunPair) -> Run:
    """Return the run whose file the mode's pointers are into."""
    after = pair.after.entry.run
    return after if mode_of(after) is not None else pair.before.entry.run


def _severity(pair: RunPair, comparison: Comparison) -> Severity:
    counted = seen_after(pair, filtered=comparison.diff.filter is not None)
    share = None if counted is None or counted.lacking else counted.share
    if share is not None and share <= min(comparison.limits.mismatch, _PROVES):
        return "info"
    made = pair.after.entry.run.rescoring is not None or counted is not None
    return "error" if made or pair.moved else "warning"


RULE = ModeMismatch
"""See the class."""
