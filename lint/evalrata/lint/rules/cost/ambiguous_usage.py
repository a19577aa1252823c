"""See the class."""

from collections.abc import Iterator, Sequence

from evalrata.lint.ambiguity import KINDS, Kind, lost_parents
from evalrata.lint.counted import number
from evalrata.lint.counting import bounds, no_root, over
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import RunRow
from evalrata.schemas.root_usage import Flag

__all__ = ["RULE"]

COPIES = ("repeated-id", "repeated", "constant-id", "replay")
"""What `cost.duplicate-response` reports."""


class AmbiguousUsage(RunRule):
    """The spans do not decide how many tokens were billed.

    ## What it does
    Reports what adding each billed call once (`evalrata.schemas.root_usage`) had to
    leave open or to settle by inference: a call around calls that may be one more, a
    roll-up that says more or less than the calls below it, records that look like one
    call, parents that are not in the data.  Each kind is one finding, with its spans,
    the interval that contains the tokens, and what would settle it.  What is settled
    by the spans themselves (answers from a cache, totals carried along) is info.

    ## Why it matters
    A sum over such spans is one of several that fit them.  A table prints it without
    saying so.

    ## Example
    A span of 10 tokens above spans of 50 and 60: it made a call of its own, or it
    sums up something else.  110 or 120 tokens were billed.

    ## What to do
    Record the provider's response id on every span, mark roll-ups as such, and export
    whole traces.  `--fingerprint` joins records that look like one call.

    ## What it cannot see
    Calls that left no span, and usage that the provider miscounted.  Response ids that
    several records share are `cost.duplicate-response`, calls without usage
    `cost.usage-missing`.
    """

    name = "cost.ambiguous-usage"
    severity = "warning"
    confidence = "inferred"

    def check(self, run: RunView) -> Verdict:
        """Look at what was said about the spans beside their sum."""
        if reason := no_root(run):
            return could_not_check(reason)
        ledger = run.ledger
        assert ledger is not None, "no_root asks first"  # noqa: S101 - narrows
        groups: dict[str, list[Flag]] = {}
        for flag in (*ledger.flags, *lost_parents(run.calls)):
            if flag.kind not in COPIES:
                groups.setdefault(flag.kind, []).append(flag)
        seen = len(ledger.billed)
        found = [self._finding(run, k, groups[k], seen) for k in _ordered(groups)]
        return checked(seen, found)

    def _finding(
        self, run: RunView, kind: str, flags: Sequence[Flag], seen: int
    ) -> Finding:
        known = KINDS.get(kind) or Kind(flags[0].message, "the spans of those calls")
        spans = sorted({i for flag in flags for i in flag.spans})
        usage = run.row.usage
        settles = "" if known.settled else f"; {known.settles} would settle it"
        return self.finding(
            f"{known.text}: {number(len(flags), 'case')}; {_tokens(run.row)}{settles}",
            count=len(flags),
            checked=seen,
            severity="info" if known.settled else "warning",
            values={
                "kind": kind,
                "cases": len(flags),
                "spans": len(spans),
                "root": over(usage.root),
                "settled_by": known.settles,
            },
            pointers=dict.fromkeys(p for i in spans if (p := run.calls[i].pointer)),
        )


def _ordered(kinds: dict[str, list[Flag]]) -> Iterator[str]:
    """Yield the kinds in the order of the table, unlisted ones last."""
    yield from (kind for kind in KINDS if kind in kinds)
    yield from sorted(kind for kind in kinds if kind not in KINDS)


def _tokens(row: RunRow) -> str:
    root = row.usage.root
    if root is None or root.total is None:
        return "root usage is not known"
    low, high = bounds(root.total)
    return (
        f"root usage is {low} tokens"
        if low == high
        else (f"root usage is between {low} and {high} tokens")
    )


RULE = AmbiguousUsage
