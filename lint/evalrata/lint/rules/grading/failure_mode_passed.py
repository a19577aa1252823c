"""See the class."""

from evalrata.lint.counted import share, verb
from evalrata.lint.endings import conclude, endings
from evalrata.lint.evidence import no_episodes
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.view import RunView

__all__ = ["RULE"]


class FailureModePassed(RunRule):
    """An episode counts as passed although a timeout or an error ended it.

    ## What it does
    Reports episodes whose recorded termination is a limit or an error
    and whose stored result reaches the pass mark, or whose task the run lists as
    successful.

    ## Why it matters
    Either the pass or the failure mode is wrong, or the benchmark grades what was
    there when the episode broke off.  Harnesses differ in this: a board that mixes
    them ranks the treatment of timeouts.

    ## Example
    Made up: a terminal-bench trial with `failure_mode: agent_timeout` and
    `is_resolved: true`.

    ## What to do
    Grade the episodes named again from what they recorded, or count them as not
    graded.  If the benchmark means to grade what a timeout leaves behind, say so
    where the score is published.

    ## What it cannot see
    Errors that the record does not hold.  Episodes whose ending is not recorded are
    counted as unchecked.
    """

    name = "grading.failure-mode-passed"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at episodes with a recorded ending."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        ends, outcomes = endings(run), Outcomes(run.run)
        found = [
            e
            for e in ends.known
            if e.termination.kind in ("censored", "crashed") and outcomes.passed(e)
        ]
        limits = sum(e.termination.kind == "censored" for e in found)
        return conclude(
            self,
            ends,
            found,
            f"{share(len(found), len(run.episodes), 'episode')} "
            f"{verb(len(found), 'count')} as passed although a limit ({limits}) or an "
            f"error ({len(found) - limits}) ended {_them(len(found))}",
        )


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


RULE = FailureModePassed
