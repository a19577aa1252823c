"""See the class."""

from evalrata.lint.counted import as_stored, share, verb
from evalrata.lint.endings import conclude, counted, endings
from evalrata.lint.evidence import no_episodes
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.view import RunView

__all__ = ["RULE"]


class CensoredAsFailure(RunRule):
    """An episode that a step, token or time limit cut off is stored as a failure.

    ## What it does
    Reports episodes whose recorded termination is a limit and whose stored result
    is below the pass mark, or whose task the run lists as failed.  Whether a grader
    looked at what was there when the limit struck is given for each.

    ## Why it matters
    A limit ends the observation, not the task.  Two runs with different limits are
    not comparable, and many harnesses do not grade such an episode at all: the 0 is
    a default, not a verdict.

    ## Example
    In a tau2-bench airline run of gpt-oss-120b (submission of 2025-11-26), 6 of 50
    simulations ended by `max_steps` (5) or `too_many_errors` (1) and have reward 0.0
    without having been graded.

    ## What to do
    Report the limit beside the score, and how many episodes it ended.  The report's
    `completed_only` score leaves them out.  If the benchmark counts a limit as a
    failure by definition, say so where the score is published.

    ## What it cannot see
    Whether the episode would have passed with more steps.  A number of turns that
    equals a limit is evidence, not a record: episodes whose ending is not recorded
    are counted as unchecked.
    """

    name = "grading.censored-as-failure"
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
            if e.termination.kind == "censored" and outcomes.failed(e)
        ]
        words = ", ".join(f"{word} {n}" for word, n in counted(found).items())
        return conclude(
            self,
            ends,
            found,
            f"{share(len(found), len(run.episodes), 'episode')} "
            f"{verb(len(found), 'were')} stopped by a limit ({words}) and "
            f"{as_stored(len(found))}",
        )


RULE = CensoredAsFailure
