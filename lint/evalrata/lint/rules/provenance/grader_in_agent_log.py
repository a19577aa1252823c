"""See the class."""

from evalrata.lint.evidence import no_episodes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.traces import foreign
from evalrata.lint.view import RunView

__all__ = ["RULE"]


class GraderInAgentLog(RunRule):
    """Actions of the grader are recorded as the agent's.

    ## What it does
    Finds recorded actions that the grader made when it replayed the gold, and gives
    their index ranges in each record. The agent's own calls, from its log, are
    aligned with the recorded list; what is left over is the grader's only if it is
    made of complete copies of the task's gold. Actions that carry a mark of their
    own (`grader`) are not reported: whoever reads them can tell. So every finding
    rests on the alignment, and its confidence is `inferred`.

    ## Why it matters
    Counts of actions, imitation data and every measure taken from the list are wrong:
    the record of a failed episode ends with the solution. A filter by position does
    not repair it: copies sit in the middle too, and an agent may itself end on the
    gold calls (22 of 200 records in tau-bench's published gpt-4o airline results do).

    ## Example
    Measured on the real tau-bench airline environment (commit 59a200c): in 50
    episodes of an agent that calls no tool, 41 records show the complete gold, 154
    actions in all.

    ## What to do
    Remove the ranges given: `evalrata lint --write-errata FILE` drafts that. In the
    harness, keep the grader's actions in a list of its own, or mark them.

    ## What it cannot see
    Records whose actions cannot be attributed: without the agent's log, or where
    code with loops or variables made the calls, and copies of the gold beside equal
    calls of the agent. A record with one such action is counted as unchecked; what
    can be attributed in it is reported all the same.
    """

    name = "provenance.grader-in-agent-log"
    severity = "error"
    confidence = "inferred"

    def check(self, run: RunView) -> Verdict:
        """Look at every record whose actions can be attributed."""
        if reason := no_episodes(run, "actions"):
            return could_not_check(reason)
        return foreign(self, run, "grader", "the grader's")


RULE = GraderInAgentLog
