"""See the class."""

from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.comparability import Comparability, history_of
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import build_key, kind_of, label, normalise

__all__ = ["RULE"]


class DevelopmentBuild(RunRule):
    """A score was made by an evaluator build that is not a release.

    ## What it does
    Looks at the version and commit of the evaluator.  A version that is marked as
    development (`-dev`, `rc1`, `+local`, a branch name), or a listed release beside
    a commit that is not that release's, gives a warning.  A bare commit, where the
    record names no version, gives a note: it says exactly what ran, but no release.

    ## Why it matters
    One development version names many builds, which can grade differently.  Such a
    row can be compared only with rows of the very same build.

    ## Example
    A row of tau2-bench's leaderboard names `0.2.1-dev`.  The repository carried that
    version from 2025-10-06 to 2026-03-24, on both sides of the task fixes of 1.0.0.

    ## What to do
    Grade with a release, or publish the commit beside the version.

    ## What it cannot see
    Local changes in an installed release, and development builds whose version does
    not say so.
    """

    name = "version.development-build"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at each evaluator that the run names."""
        if reason := run.lacks("evaluator"):
            return could_not_check(reason, 1)
        used = [i for i in run.run.instruments if i.role == "evaluator"]
        answers = [self._answer(instrument, run.table) for instrument in used]
        reasons = [a for a in answers if isinstance(a, str)]
        if len(reasons) == len(answers):
            reason = why(reasons) or "no evaluator is named"
            return could_not_check(reason, max(1, len(reasons)))
        return checked(
            len(answers) - len(reasons),
            [a for a in answers if isinstance(a, Finding)],
            unchecked=len(reasons),
            reason=why(reasons),
        )

    def _answer(
        self, instrument: Instrument, table: Comparability | None
    ) -> Finding | str | None:
        """Return a finding, ``None`` for a release, or why nothing can be said."""
        version = normalise(instrument.version)
        if version is None:
            return self._bare(instrument, table)
        key = build_key(instrument, "", table)
        if key is not None and key[1] == "era":
            return None
        history = history_of(instrument.name, table)
        if history is not None and history.position(version) is not None:
            what = "stands beside a commit that is not that release's"
            return self._found(instrument, what)
        if kind_of(version) == "development":
            what = "is a development build"
            if normalise(instrument.commit or instrument.digest) is None:
                what += ", a name that several builds may share"
            return self._found(instrument, what)
        if history is None and kind_of(version) == "release":
            return None
        return f"whether {label(instrument)} is a release is not known"

    def _bare(
        self, instrument: Instrument, table: Comparability | None
    ) -> Finding | str | None:
        """Look at an evaluator that names no version."""
        commit = normalise(instrument.commit)
        history = history_of(instrument.name, table)
        if commit is None:
            return "no version or commit of the evaluator is named"
        if history is None or not history.versioned or not history.releases:
            return (
                f"no release of {instrument.name} is known to compare the commit with"
            )
        if history.tagged(commit) is not None:
            return None
        what = "is a commit that is not a listed release's"
        return self._found(instrument, what, note=True)

    def _found(
        self, instrument: Instrument, what: str, *, note: bool = False
    ) -> Finding:
        return self.finding(
            f"{label(instrument)} {what}; only the same build is comparable",
            severity="info" if note else "warning",
            values={"version": instrument.version, "commit": instrument.commit},
            pointers=[p for p in (instrument.pointer,) if p is not None],
        )


RULE = DevelopmentBuild
