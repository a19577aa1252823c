"""See the class."""

from collections.abc import Sequence

from evalrata.lint.counted import as_stored, share, verb
from evalrata.lint.endings import conclude, counted, endings
from evalrata.lint.evidence import no_episodes
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.records import Episode
from evalrata.schemas.scores import crash_known

__all__ = ["RULE"]

_QUOTED = 60
"""Characters of the most frequent error that the message quotes."""


class CrashedAsFailure(RunRule):
    """An episode that an error ended is stored as a failure.

    ## What it does
    Reports episodes whose recorded termination is a crash (an exception, a failed
    request, a lost container) and whose stored result is below the pass mark, or
    whose task the run lists as failed.  The recorded errors are counted, and whether
    a grader looked at what the crash left behind is given for each.  Such an episode
    is not reported again by `grading.censored-as-failure` or
    `grading.ungraded-as-failure`.

    ## Why it matters
    The score then measures the infrastructure too: the same agent scores higher on
    a better network.  Nobody knows what the agent would have done.

    ## Example
    A published run of a tau-bench fork (avaljotsingh/tau-bench, assertions-agent,
    tasks 0 to 100) stores 34 of its 100 records as reward 0.0 with
    `info: {"error": ..., "traceback": ...}` and an empty trajectory: 17 failed to
    validate a response of the environment, 12 met the network or a quota, 5 could
    not parse the agent's output.

    ## What to do
    Run these episodes again, or store null instead of 0 and report how many there
    were.  The report's `without_crashed` score leaves them out.

    ## What it cannot see
    Whose fault the error was: the agent's own output can raise one.  A crash that
    the harness caught and recorded as an ordinary ending.  Episodes whose ending is
    not recorded are counted as unchecked, unless the format records every crash.
    """

    name = "grading.crashed-as-failure"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at episodes with a recorded ending."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        ends, outcomes = endings(run, crash_known), Outcomes(run.run)
        found = [
            e
            for e in ends.known
            if e.termination.kind == "crashed" and outcomes.failed(e)
        ]
        text = (
            f"{share(len(found), len(run.episodes), 'episode')} "
            f"{verb(len(found), 'were')} ended by an error and {as_stored(len(found))}"
        )
        return conclude(self, ends, found, text + _most(found))


def _most(found: Sequence[Episode]) -> str:
    """Quote the error that is recorded most often, if any is."""
    errors = counted([e for e in found if e.termination.reason])
    if not errors:
        return ""
    text, count = next(iter(errors.items()))
    quoted = text if len(text) <= _QUOTED else text[:_QUOTED] + "..."
    if len(errors) == 1 and count == len(found):
        return f" ({quoted!r})"
    return f" (most often: {quoted!r}, {count} times)"


RULE = CrashedAsFailure
