"""See the class."""

from collections.abc import Iterable
from typing import Any

from evalrata.lint.declared import Declared, declared
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Reported
from evalrata.schemas.reproduction import attempts, matches

__all__ = ["RULE"]


class Denominator(RunRule):
    """A reported aggregate is over fewer, or other, episodes than declared.

    ## What it does
    Compares what a run declares (tasks times trials, or the number its harness
    divides by) with what its aggregate is over: the number of episodes that the
    header claims, the lists of successful and failed tasks, and the number under
    which the reported score can be computed from the records. The last is an
    inference; the first two are arithmetic.

    ## Why it matters
    An episode that leaves the denominator raises the score by as much as if it had
    passed at the mean rate. Benchmarks differ in what they drop, and a board that
    mixes them ranks the dropping.

    ## Example
    Made up: 80 declared episodes, two of which crashed, and an accuracy of 39/78.
    Harnesses do both: of those in hal-harness (commit 16bb03e), taubench and scicode
    divide by all tasks, gaia and corebench by the tasks that came back.

    ## What to do
    Report the score over everything declared, and the number of episodes beside it.

    ## What it cannot see
    A denominator that happens to give the same score, and episodes that were never
    declared.
    """

    name = "grading.denominator"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at the run's reported aggregate."""
        reported = run.run.reported
        listed = _listed(reported)
        if reported.score is None and listed is None and not run.run.by_domain:
            return not_applicable(run.lacks("score") or "the run reports no aggregate")
        said = declared(run.run)
        if said is None:
            return could_not_check(
                run.lacks("declared_tasks") or "the run does not say what it covers", 1
            )
        verdicts = [
            self._by_header(said, reported),
            self._by_lists(said, listed),
            self._by_score(said, run),
        ]
        known = [found for found in verdicts if found is not None]
        if not known:
            return could_not_check(
                "nothing says over how many episodes the score was taken", 1
            )
        return checked(1, next((found for found in known if found), []))

    def _by_header(self, said: Declared, reported: Reported) -> list[Finding] | None:
        """Compare the number in the header."""
        if reported.episodes is None:
            return None
        if reported.episodes == said.count:
            return []
        return [
            self._finding(
                said,
                reported.episodes,
                f"the reported score is over {reported.episodes} episodes, "
                f"{said.count} are declared ({said.basis})",
                pointers=[reported.episodes_pointer, said.pointer],
                inferred=said.tasks is None,
            )
        ]

    def _by_lists(
        self, said: Declared, listed: frozenset[str] | None
    ) -> list[Finding] | None:
        """Compare the lists of successful and failed tasks, where tasks are named."""
        if listed is None or said.tasks is None:
            return None
        absent = sorted(set(said.tasks) - listed)
        other = sorted(listed - set(said.tasks))
        if not absent and not other:
            return []
        return [
            self._finding(
                said,
                len(listed) * said.trials,
                f"the lists of successful and failed tasks name {len(listed)} tasks, "
                f"{len(said.tasks)} are declared ({len(absent)} of them absent, "
                f"{len(other)} others listed)",
                values={"absent": absent, "other": other},
                pointers=[said.pointer],
            )
        ]

    def _by_score(self, said: Declared, run: RunView) -> list[Finding] | None:
        """Compare the number under which the score can be computed."""
        score = run.run.reported.score
        if score is None or not run.episodes:
            return None
        tried = attempts(
            run.episodes, pass_mark=run.run.pass_mark, denominator=said.count
        )
        same = matches(score, tried)
        if not same:
            return None
        other = _undeclared(said, run)
        if any(a.n == said.count for a in same) and not other:
            return []
        over = min((a.n for a in same), key=lambda n: abs(n - said.count))
        ways = ", ".join(f"{a.way} (n={a.n})" for a in same)
        text = (
            f"the reported score {score:g} can be computed over {over} episodes, "
            f"{said.count} are declared ({said.basis})"
        )
        if other:
            text += f"; {len(other)} recorded tasks are not among them"
        return [
            self._finding(
                said,
                over,
                text,
                values={"ways": ways, "other": other},
                pointers=[run.run.reported.score_pointer, said.pointer],
                inferred=True,
            )
        ]

    def _finding(  # noqa: PLR0913 - one argument per field of a finding
        self,
        said: Declared,
        over: int,
        message: str,
        *,
        pointers: Iterable[str | None],
        values: dict[str, Any] | None = None,
        inferred: bool = False,
    ) -> Finding:
        return self.finding(
            message,
            count=abs(said.count - over) or 1,
            confidence="inferred" if inferred else "exact",
            values={"declared": said.count, "over": over, **(values or {})},
            pointers=[p for p in pointers if p is not None],
        )


def _listed(reported: Reported) -> frozenset[str] | None:
    """Return the tasks that the run lists; ``None`` unless it has both lists."""
    if reported.passed is None or reported.failed is None:
        return None
    return frozenset((*reported.passed, *reported.failed))


def _undeclared(said: Declared, run: RunView) -> list[str]:
    """Return recorded tasks beside declared ones; none where no name is shared."""
    tasks = {e.task for e in run.episodes}
    if said.tasks is None or tasks.isdisjoint(said.tasks):
        return []
    return sorted(tasks.difference(said.tasks))


RULE = Denominator
