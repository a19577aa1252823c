"""Two sides that were read, compared and judged."""

from collections.abc import Sequence

from msgspec import Struct, structs

from evalrata.integrations.diffing.side import Side
from evalrata.integrations.suppression import Suppressing, Suppressor
from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.judging import judged, refusals
from evalrata.lint.comparing.options import Options
from evalrata.lint.redaction import Redaction
from evalrata.lint.rule import ComparisonRule, Rule
from evalrata.lint.rules import matches
from evalrata.schemas.diff import Diff
from evalrata.schemas.findings import Fault
from evalrata.schemas.report import Report

__all__ = ["Judging", "compared"]

NO_RULE = "no rule about re-scores was selected: nothing was asked of them"


class Judging(Struct, frozen=True, kw_only=True):
    """What judges the comparison."""

    rules: tuple[Rule, ...]
    """Those that take part; only rules about two measurements are asked."""
    known: tuple[Rule, ...]
    """All that there are: suppressions may name any."""
    suppress: Sequence[Suppressing] = ()
    broken: tuple[Fault, ...] = ()
    """What is wrong with entry points."""
    notes: tuple[str, ...] = ()
    """What to say of the table of comparable builds, if it is not our own."""

    def also(self, broken: tuple[Fault, ...]) -> "Judging":
        """Add what is wrong with other entry points."""
        return structs.replace(self, broken=(*self.broken, *broken))


def compared(
    before: Side, after: Side, options: Options, judging: Judging, versions: str
) -> Diff:
    """Compare two sides; ``versions``: evalrata's own."""
    if not before.kept or not after.kept:
        # That a side could not be read is said, not that a run of it is not there.
        options = structs.replace(options, renamed=())
    comparison = compare(
        before.kept, after.kept, options, names=(before.name, after.name)
    )
    diff = judged(comparison, judging.rules)
    said = [
        *diff.notes,
        *judging.notes,
        *(f"before: {note}" for note in before.notes),
        *(f"after: {note}" for note in after.notes),
    ]
    if not any(isinstance(rule, ComparisonRule) for rule in judging.rules):
        said.append(NO_RULE)
    whole = structs.replace(
        diff,
        faults=_once((*before.faults, *after.faults, *judging.broken, *diff.faults)),
        inputs_before=before.inputs,
        inputs_after=after.inputs,
        versions={**diff.versions, "evalrata": versions},
        notes=tuple(said),
    )
    return Redaction()(_suppressed(whole, judging))


def _once(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """Keep a fault once: a file may be on both sides."""
    return tuple({(f.kind, str(f.where), f.message): f for f in faults}.values())


def _suppressed(diff: Diff, judging: Judging) -> Diff:
    """Mark findings that the configuration accepts: they refuse nothing.

    A suppression of a rule that only a lint asks is none of a comparison's.
    """
    rules = [rule for rule in judging.known if isinstance(rule, ComparisonRule)]
    Suppressor(judging.suppress, judging.known)  # raises for a name that is no rule's
    ours = [s for s in judging.suppress if any(matches(r, s.rule) for r in rules)]
    if not ours:
        return diff
    report = Suppressor(ours, rules).mark(Report(findings=diff.findings))
    return structs.replace(
        diff,
        refused=refusals(report.findings),
        findings=report.findings,
        notes=(*diff.notes, *report.notes),
    )
