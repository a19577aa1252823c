"""See the class."""

from evalrata.lint.evidence import NOT_A_NUMBER, no_episodes, not_a_number, why
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]


class UngradedAsFailure(RunRule):
    """An episode that the grader never reached is stored as a failure.

    ## What it does
    Reports episodes whose record shows that no grading took place while the stored
    result is below the pass mark, or the run lists the task as failed.  Episodes
    that crashed or were cut off by a limit are left to `grading.crashed-as-failure`
    and `grading.censored-as-failure`.

    ## Why it matters
    Such an episode lowers the score by the same amount as a failure, though nobody
    knows whether it passed.  A run of fifty perfect episodes can score 0.

    ## Example
    In tau-bench's published gpt-4o airline results, 5 of 200 records have
    `reward_info: null` and `reward: 0.0`.

    ## What to do
    Store null instead of 0 and report the graded fraction, or grade the episodes.
    `evalrata lint --write-errata FILE` drafts the correction, with bounds.

    ## What it cannot see
    Grading that failed halfway and still stored a result.
    """

    name = "grading.ungraded-as-failure"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at episodes that ended by themselves, or nobody knows how."""
        if reason := no_episodes(run, "grade"):
            return could_not_check(reason)
        own = [
            e for e in run.episodes if e.termination.kind in ("completed", "unknown")
        ]
        dark = [reason for e in own if (reason := _dark(e)) is not None]
        looked = len(own) - len(dark)
        if dark and not looked:
            return could_not_check(why(dark) or "", len(dark))
        outcomes = Outcomes(run.run)
        found = [e for e in own if e.grade.state == "ungraded" and outcomes.failed(e)]
        return checked(
            looked,
            [self._finding(found, looked)] if found else [],
            unchecked=len(dark),
            reason=why(dark),
        )

    def _finding(self, found: list[Episode], looked: int) -> Finding:
        return self.finding(
            f"{len(found)} of {looked} episodes were never graded but are stored as "
            "failures",
            episodes=[
                ref(
                    e,
                    field=e.grade.stored_pointer,
                    values={"stored": e.grade.stored, "evidence": e.grade.reason},
                )
                for e in found
            ],
            checked=looked,
        )


def _dark(episode: Episode) -> str | None:
    """Return why it cannot be said whether the episode is affected, else ``None``."""
    if episode.grade.state == "unknown":
        return episode.grade.reason
    return NOT_A_NUMBER if not_a_number(episode) else None


RULE = UngradedAsFailure
