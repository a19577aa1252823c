"""See the class."""

from evalrata.lint.evidence import no_episodes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.traces import foreign
from evalrata.lint.view import RunView

__all__ = ["RULE"]


class UserInAgentLog(RunRule):
    """Actions of the user simulator are recorded as the agent's.

    ## What it does
    Finds recorded actions that the user simulator made and that carry no mark of
    it, and gives their index ranges in each record. Actions that the record itself
    gives to the user simulator (in tau2-bench, `requestor: user`) are not reported:
    what is reported was told by other evidence, and its confidence is `inferred`.

    ## Why it matters
    The simulator is part of the instrument. Its actions in the agent's list change
    the counts of actions and turns, and a replay of the list does things that the
    agent never did.

    ## Example
    Made up: a dual-control task in which the user toggles a phone's aeroplane mode,
    exported as one list of `taken_actions` without the field that names the caller.

    ## What to do
    Remove the ranges given, or mark each entry with who made it.

    ## What it cannot see
    Messages, which are no actions; the simulator's tokens and cost inside the agent's
    total (`cost.actors-mixed` looks at those); and records whose actions cannot be
    attributed: one with such an action is counted as unchecked.
    """

    name = "provenance.user-in-agent-log"
    severity = "error"
    confidence = "inferred"

    def check(self, run: RunView) -> Verdict:
        """Look at every record whose actions can be attributed."""
        if reason := no_episodes(run, "actions"):
            return could_not_check(reason)
        return foreign(self, run, "user_simulator", "the user simulator's")


RULE = UserInAgentLog
