"""See the class."""

from evalrata.lint.counted import number
from evalrata.lint.counting import no_root
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.root_usage import Billed, Flag

__all__ = ["RULE"]

KINDS = ("repeated-id", "repeated", "constant-id")


class DuplicateResponse(RunRule):
    """A model's response is recorded more than once as if it were several.

    ## What it does
    Reports response ids that several separate records share (in different traces, or
    at different times), spans that are in the data twice, and ids that are used at so
    many separate times that they look constant.  Spans of one call inside one another
    are `cost.nested-usage`.

    ## Why it matters
    Each copy is added again.  A session's history copied into a sub-agent's log, a
    callback registered twice, or a retry that writes its row again multiplies the
    bill without an error.

    ## Example
    A sub-agent's file that repeats its parent's messages: 16 times the true cost.

    ## What to do
    Count one record per response id; where the id is constant (a mock server, a
    proxy that invents ids), log the provider's.

    ## What it cannot see
    Copies under different ids, or none.
    """

    name = "cost.duplicate-response"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at every billed record's response id."""
        if reason := no_root(run):
            return could_not_check(reason)
        ledger = run.ledger
        assert ledger is not None, "no_root asks first"  # noqa: S101 - narrows
        flags = [f for f in ledger.flags if f.kind in KINDS]
        named = sum(_is_named(run, b) for b in ledger.billed)
        nameless = len(ledger.billed) - named
        reason = "no response id is recorded" if nameless else None
        if not named and not flags:
            return could_not_check("no model call records a response id", nameless)
        kinds = {kind: [f for f in flags if f.kind == kind] for kind in KINDS}
        found = [
            self._finding(run, kind, some, max(named, 1))
            for kind, some in kinds.items()
            if some
        ]
        return checked(max(named, 1), found, unchecked=nameless, reason=reason)

    def _finding(
        self, run: RunView, kind: str, flags: list[Flag], seen: int
    ) -> Finding:
        spans = [i for flag in flags for i in flag.spans]
        replays = [
            f for f in (run.ledger.flags if run.ledger else ()) if f.kind == "replay"
        ]
        ids = number(len(flags), "response id")
        texts = {
            "repeated-id": f"recorded more than once: {ids}, in {len(spans)} spans",
            "repeated": f"in the data more than once: {number(len(flags), 'span')}",
            "constant-id": f"{ids} at many separate times: root usage is an interval, "
            f"since {len(spans)} spans may be as many calls or one",
        }
        values = {"ids": len(flags), "spans": len(spans)}
        if kind == "repeated-id":
            values["at_separate_times"] = len(replays)
            values["tokens_again"] = sum(f.values.get("again", 0) for f in flags)
        return self.finding(
            texts[kind],
            count=len(flags),
            checked=seen,
            confidence="inferred" if kind == "constant-id" else "exact",
            values=values,
            pointers=dict.fromkeys(p for i in spans if (p := run.calls[i].pointer)),
        )


def _is_named(run: RunView, billed: Billed) -> bool:
    """Say whether any span of the call records a response id."""
    return any(run.calls[i].response is not None for i in billed.spans)


RULE = DuplicateResponse
