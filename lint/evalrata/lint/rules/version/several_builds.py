"""See the class."""

from collections.abc import Iterator, Sequence

from evalrata.lint.counted import number
from evalrata.lint.digests import build_parts, kind_of_digest
from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Instrument, Role
from evalrata.schemas.versions import label, names_a_build

__all__ = ["RULE"]

_NOUNS: dict[Role, str] = {
    "evaluator": "evaluator",
    "task_data": "task data",
    "harness": "harness",
    "user_simulator": "user simulator",
}
"""A judge is left out: a benchmark may ask several on purpose."""


class SeveralBuilds(RunRule):
    """One run names several builds of what graded or made it.

    ## What it does
    Looks for an evaluator, task data, a harness or a user simulator that a run names
    more than once, for one domain, with another version, commit or digest.  Digests
    are compared if they are of one kind: that of files says nothing of that of the
    tasks which a results file embeds.

    ## Why it matters
    A score over episodes of two builds measures neither.  It happens when a run is
    resumed after an upgrade, or when tasks that failed are run again.

    ## Example
    Two tasks of one output folder whose evaluations state different checksums of the
    evaluator (two of the demo tasks that ship with WebArena-Verified do).

    ## What to do
    Grade all episodes again with one build, or report the parts apart.

    ## What it cannot see
    Builds that changed without a change of what the files record, whether one that is
    named in part is the one that is named in full, whether digests of two kinds are
    of one build, and which episode belongs to which build, unless the format says so.
    """

    name = "version.several-builds"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Compare the instruments of one role, name and domain."""
        groups: dict[tuple[Role, str, str | None], list[Instrument]] = {}
        for instrument in run.run.instruments:
            if instrument.role in _NOUNS and names_a_build(instrument):
                key = (instrument.role, instrument.name.strip(), instrument.domain)
                groups.setdefault(key, []).append(instrument)
        if not groups:
            return could_not_check(
                run.lacks("evaluator") or "no build of anything is named"
            )
        every = list(groups.values())
        # One that names less may be the same build: that is not known.
        unknown = [f for f in every if _is_partial(f) and not _differing(f)]
        reason = why([_unsaid(found) for found in unknown])
        if reason is not None and len(unknown) == len(every):
            return could_not_check(reason, len(unknown))
        return checked(
            len(every) - len(unknown),
            list(self._several(every)),
            unchecked=len(unknown),
            reason=reason,
        )

    def _several(self, groups: Sequence[Sequence[Instrument]]) -> Iterator[Finding]:
        for found in groups:
            different = _distinct(_differing(found))
            builds = sorted({label(i) for i in different})
            if different:
                first = found[0]
                where = f"{first.domain}: " if first.domain else ""
                yield self.finding(
                    f"{where}{number(len(different), 'build')} of one "
                    f"{_NOUNS[first.role]} made this run: {', '.join(builds)}",
                    count=len(different),
                    checked=len(found),
                    values={"role": first.role, "builds": builds},
                    pointers=[i.pointer for i in found if i.pointer is not None],
                )


_PARTIAL = "a build is named in part only, and may be the one named in full"
_KINDS = "digests are of different kinds, which say nothing of each other"


def _unsaid(found: Sequence[Instrument]) -> str:
    """Return why it is not known whether they are one build."""
    kinds = {kind_of_digest(i) for i in found if i.digest is not None}
    return _KINDS if len(kinds) > 1 else _PARTIAL


def _is_partial(found: Sequence[Instrument]) -> bool:
    """Say whether they do not all name the same parts of a build."""
    return len({tuple(p is None for p in parts) for parts in build_parts(found)}) > 1


def _differing(found: Sequence[Instrument]) -> list[Instrument]:
    """Return those with a version, commit or digest that another has otherwise."""
    every = build_parts(found)
    several = [len(set(column) - {None}) > 1 for column in zip(*every, strict=True)]
    return [
        instrument
        for instrument, parts in zip(found, every, strict=True)
        if any(p is not None and s for p, s in zip(parts, several, strict=True))
    ]


def _distinct(found: Sequence[Instrument]) -> list[Instrument]:
    """Leave out one that another says the same of, and perhaps more."""
    kept: dict[tuple[str | None, ...], Instrument] = {}
    every = build_parts(found)
    for instrument, parts in zip(found, every, strict=True):
        if not any(_is_within(parts, other) for other in every):
            kept.setdefault(parts, instrument)
    return list(kept.values())


def _is_within(parts: tuple[str | None, ...], other: tuple[str | None, ...]) -> bool:
    return parts != other and all(
        mine in (None, theirs) for mine, theirs in zip(parts, other, strict=True)
    )


RULE = SeveralBuilds
