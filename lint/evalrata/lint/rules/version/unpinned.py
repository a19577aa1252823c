"""See the class."""

from collections.abc import Iterator

from evalrata.lint.rule import RunRule, Verdict, checked
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Role
from evalrata.schemas.versions import build_key, instruments_for, names_a_build

__all__ = ["RULE"]

_NOUNS: tuple[tuple[Role, str], ...] = (
    ("evaluator", "evaluator build"),
    ("task_data", "task-data version"),
)


class Unpinned(RunRule):
    """A run does not say which evaluator build or which task data made its score.

    ## What it does
    Asks each run for two pins: a version, commit or digest of its evaluator, and one
    of its task data, or a digest of the task data in every record.  A run that has a
    place for the pin and leaves it empty gets a warning; one whose format has no
    such place gets a note.  Rows of one board that differ in it are reported by
    `version.mixed-evaluators`.

    ## Why it matters
    Evaluators and tasks are repaired while their name stays.  Without a pin nobody
    can say which of two scores a repair separates, or repeat either.

    ## Example
    A tau2-bench leaderboard row whose `tau2_bench_version` is null.  A tau-bench
    results file, which records no version, commit or date at all.

    ## What to do
    Publish the evaluator's release or commit, and a digest of the tasks as graded.

    ## What it cannot see
    Whether a recorded pin is true: tau2-bench records the commit of the working
    directory, which need not be its own.
    """

    name = "version.unpinned"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Ask for both pins."""
        findings = [f for role, noun in _NOUNS for f in self._missing(run, role, noun)]
        return checked(len(_NOUNS), findings)

    def _missing(self, run: RunView, role: Role, noun: str) -> Iterator[Finding]:
        domains = [
            domain
            for domain in run.run.domains or ("",)
            if not _pinned(run, role, domain)
        ]
        if not domains or (role == "task_data" and _every_record_has_a_digest(run)):
            return
        named = [i for i in run.run.instruments if i.role == role]
        if named:
            # Beside one that names its build, another may not.
            bare = [i for i in named if not names_a_build(i)] or named
            who = ", ".join(sorted({i.name for i in bare}))
            why = f"{who} is given without a version, commit or digest"
        else:
            why = run.lacks(role) or "the record names none"
        yield self.finding(
            f"no {noun} is named: {why}",
            severity="warning" if named else "info",
            values={"role": role, "domains": [d for d in domains if d]},
            pointers=[i.pointer for i in named if i.pointer is not None],
        )


def _pinned(run: RunView, role: Role, domain: str) -> bool:
    """Say whether everything that had the role names its build."""
    found = instruments_for(run.run, role, domain)
    if role == "evaluator":
        keys = [build_key(i, domain, run.table) for i in found]
        return bool(keys) and None not in keys
    return bool(found) and all(map(names_a_build, found))


def _every_record_has_a_digest(run: RunView) -> bool:
    return bool(run.episodes) and all(e.task_digest for e in run.episodes)


RULE = Unpinned
