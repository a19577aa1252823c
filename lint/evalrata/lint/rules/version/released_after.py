"""See the class."""

import re
from collections.abc import Iterator
from datetime import date

from msgspec import Struct

from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.comparability import Comparability, Evaluator, history_of
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Instrument, Run
from evalrata.schemas.versions import build_key, instrument_for, label, normalise

__all__ = ["RULE"]

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")


class ReleasedAfter(RunRule):
    """A score is credited to an evaluator that was released after the evaluation.

    ## What it does
    Compares the evaluation date with the release date of the evaluator that the run
    names.  If the release is later, and it grades a reported domain otherwise than
    the release that was current on that date, the run was graded again, or its date
    or version is wrong.  Where the run declares a re-score, that is a note with the
    declaration quoted; else it is a warning.

    ## Why it matters
    A re-scored row is comparable with later rows only if all of it was re-scored,
    with the same tasks.  An undeclared one may be an old score under a new label.

    ## Example
    Fifteen rows of tau2-bench's standard leaderboard, evaluated up to 2026-05-26,
    name 1.0.1, which was released on 2026-07-15.  Each says in its notes that
    `banking_knowledge` was re-graded.

    ## What to do
    State the date and the evaluator of the re-score beside those of the evaluation.

    ## What it cannot see
    Releases without a date in the table, versions that are not in it, and what the
    declaration leaves out: it is prose and is not interpreted (`inferred`).
    """

    name = "version.released-after"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at each reported domain."""
        domains = run.run.domains or ("",)
        if reason := run.lacks("date", "evaluator"):
            return could_not_check(reason, len(domains))
        answers = [(d, _compare(run.run, d, run.table)) for d in domains]
        reasons = [a for _, a in answers if isinstance(a, str)]
        known = [(d, a) for d, a in answers if not isinstance(a, str)]
        if not known:
            return could_not_check(why(reasons) or "not recorded", len(reasons))
        return checked(
            len(known),
            self._findings(run.run, [(d, c) for d, c in known if c.changed]),
            unchecked=len(reasons),
            reason=why(reasons) or _unchanged([c for _, c in known]),
        )

    def _findings(
        self, run: Run, later: "list[tuple[str, _Comparison]]"
    ) -> Iterator[Finding]:
        """Report each evaluator once, with the domains that it grades otherwise."""
        for first in dict.fromkeys(c for _, c in later):
            domains = [domain for domain, c in later if c == first]
            declared = [d for d in run.declarations if d.kind == "rescore"]
            quoted = "".join(f'; declared: "{d.text}"' for d in declared)
            what = " and ".join(d for d in domains if d) or "what the run reports"
            yield self.finding(
                f"{first.name}, released {first.released}, is later than the "
                f"evaluation of {first.evaluated} and grades {what} otherwise than "
                f"{' or '.join(first.current)}, current then{quoted}",
                severity="info" if declared else "warning",
                confidence="inferred" if declared else "exact",
                checked=len(later),
                values={
                    "version": first.name,
                    "released": first.released,
                    "evaluated": first.evaluated,
                    "current": list(first.current),
                    "domains": [d for d in domains if d],
                    "declarations": [d.text for d in declared],
                },
                pointers=[p for p in (first.pointer,) if p is not None]
                + [d.pointer for d in declared],
            )


class _Comparison(Struct, frozen=True):
    """A release and a date, compared for one domain."""

    name: str
    released: str
    evaluated: str
    current: tuple[str, ...]
    """Releases that may have been the newest on the date; empty where ``name`` was
    out already."""
    changed: bool
    """Whether ``name`` grades the domain otherwise than all of ``current``."""
    pointer: str | None


def _compare(run: Run, domain: str, table: Comparability | None) -> _Comparison | str:
    """Return the comparison, or why there can be none."""
    used = instrument_for(run, "evaluator", domain)
    version = None if used is None else normalise(used.version)
    if used is None or version is None:
        return "no evaluator version is named"
    if run.date is None:
        return "no evaluation date is recorded"
    day = _day(run.date)
    if day is None:
        return f"the evaluation date {run.date!r} is not a full ISO 8601 date"
    history, key = history_of(used.name, table), build_key(used, domain, table)
    if history is None or key is None or key[1] != "era":
        return f"{label(used)} is not a release that the comparability table lists"
    return _between(history, used, version, day, domain)


def _between(
    history: Evaluator, used: Instrument, version: str, day: date, domain: str
) -> _Comparison | str:
    """Compare a listed release with the one that was current on ``day``."""
    position = history.position(version)
    released = None if position is None else history.releases[position].date
    if position is None or released is None:
        return f"the release date of {history.name} {version} is not known"
    current = () if day >= released else history.current_at(day)
    if day < released and not current:
        return (
            f"no release of {history.name} existed on the evaluation date {day}: the "
            "date or the version is wrong, or an unreleased build graded"
        )
    era = history.era(position, domain)
    differ = [history.era(c, domain) != era for c in current]
    names = tuple(history.releases[c].version for c in current)
    if any(differ) and not all(differ):
        return f"which of {' and '.join(names)} was current on {day} is not known"
    return _Comparison(
        name=f"{history.name} {version}",
        released=str(released),
        evaluated=str(day),
        current=names,
        changed=any(differ),
        pointer=used.pointer,
    )


def _day(text: str) -> date | None:
    """Read the date that an ISO 8601 date or time starts with (``2026-05-31``)."""
    start = _DATE.match(text.strip())
    if start is None:  # newer Pythons would read other spellings too
        return None
    try:
        return date.fromisoformat(start[0])
    except ValueError:
        return None


def _unchanged(known: list[_Comparison]) -> str | None:
    """Say of a release that came later but changed nothing that it did."""
    early = {(c.name, c.released) for c in known if c.current and not c.changed}
    return (
        "; ".join(
            f"{name} was released on {released}, after the evaluation, but grades the "
            "reported domains as the release current then"
            for name, released in sorted(early)
        )
        or None
    )


RULE = ReleasedAfter
