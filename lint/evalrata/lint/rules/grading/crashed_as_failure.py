"""See the class."""

from evalrata.lint.endings import conclude, endings
from evalrata.lint.evidence import no_episodes
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.view import RunView

__all__ = ["RULE"]


class CrashedAsFailure(RunRule):
    """An episode that an infrastructure error ended is stored as a failure.

    ## What it does
    Reports episodes whose recorded termination is a crash (an exception, a failed
    request, a lost container) and whose stored result is below the pass mark, or
    whose task the run lists as failed.  Whether a grader looked at what the crash
    left behind is given for each.  Such an episode is not reported again by
    `grading.censored-as-failure` or `grading.ungraded-as-failure`.

    ## Why it matters
    The score then measures the infrastructure too: the same agent scores higher on
    a better network.  Nobody knows what the agent would have done.

    ## Example
    A published run of a tau-bench fork (avaljotsingh/tau-bench, assertions-agent,
    tasks 0 to 100) stores 34 of its 100 records as reward 0.0 with
    `info: {"error": ..., "traceback": ...}` and an empty trajectory.

    ## What to do
    Run these episodes again, or store null instead of 0 and report how many there
    were.  The report's `without_crashed` score leaves them out.

    ## What it cannot see
    A crash that the harness caught and recorded as an ordinary ending, and episodes
    whose ending is not recorded: those are counted as unchecked.
    """

    name = "grading.crashed-as-failure"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at episodes with a recorded ending."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        ends, outcomes = endings(run), Outcomes(run.run)
        found = [
            e
            for e in ends.known
            if e.termination.kind == "crashed" and outcomes.failed(e)
        ]
        return conclude(
            self,
            ends,
            found,
            f"{len(found)} of {len(run.episodes)} episodes were ended by an "
            "infrastructure error and are stored as failures",
        )


RULE = CrashedAsFailure
