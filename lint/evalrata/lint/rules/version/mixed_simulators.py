"""See the class."""

from evalrata.lint.compared import Question, compare_instruments
from evalrata.lint.rule import BoardRule, Verdict
from evalrata.lint.view import BoardView

__all__ = ["RULE"]

_ASK = Question(
    role="user_simulator",
    noun="user simulator",
    unnamed="no user simulator is named",
    build=False,
)


class MixedSimulators(BoardRule):
    """Rows of one board were made with different user simulators.

    ## What it does
    Compares the user simulator that each row names, per domain, and reports a board
    on which rows of one domain name different ones.  Names are compared as written,
    and so are version, commit, digest and mode where both rows give them.  Rows that
    name none are counted as unchecked.

    ## Why it matters
    The simulated user is part of the environment.  It decides what the agent is told
    and when the conversation ends, so another simulator is another test.

    ## Example
    On tau2-bench's voice leaderboard 13 rows name `v1.0` in airline, retail and
    telecom, and 3 name `gpt-5.5`; on the legacy one 7 of 16 rows name none.

    ## What to do
    Rank rows with one simulator among themselves, or run them again with one.

    ## What it cannot see
    One model under two names, a model that its provider changed under one name, and
    the simulator's prompt and sampling where the row does not give them.
    """

    name = "version.mixed-simulators"
    severity = "warning"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Compare rows that share a domain."""
        return compare_instruments(self, board, _ASK)


RULE = MixedSimulators
