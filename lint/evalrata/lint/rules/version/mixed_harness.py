"""See the class."""

from evalrata.lint.compared import Question, compare_instruments
from evalrata.lint.rule import BoardRule, Verdict
from evalrata.lint.view import BoardView

__all__ = ["RULE"]

_ASK = Question(
    role="harness",
    noun="harness configuration",
    unnamed="no version, commit or digest of the harness is named",
    build=True,
)


class MixedHarness(BoardRule):
    """Rows of one board were run by different harnesses, builds or modes of one.

    ## What it does
    Compares the harness that each row names, per domain: its name, and version,
    commit, digest and mode where both rows give them.  Rows without a version,
    commit or digest of their harness are counted as unchecked, since one name does
    not make one build.

    ## Why it matters
    The harness sets limits, retries, prompts around the agent and what is counted.
    A change there can move a score like a change of the agent.

    ## Example
    Two HAL uploads of one benchmark whose `git_info.commit` differ.  On tau2-bench's
    standard leaderboard 28 `banking_knowledge` rows name five retrieval
    configurations, 21 of them `alltools`.

    ## What to do
    Compare the two configurations.  If the difference can touch a result, rank the
    rows apart or run them again with one configuration.

    ## What it cannot see
    Whether the difference matters to any result, and local edits that no commit names.
    """

    name = "version.mixed-harness"
    severity = "warning"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Compare rows that share a domain."""
        return compare_instruments(self, board, _ASK)


RULE = MixedHarness
