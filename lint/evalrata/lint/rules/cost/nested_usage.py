"""See the class."""

from typing import Any

from evalrata.lint import counting
from evalrata.lint.bill import dark
from evalrata.lint.broken_off import cut_off
from evalrata.lint.evidence import no_total
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.totals import totals
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import RunRow

__all__ = ["RULE"]


class NestedUsage(RunRule):
    """A reported total of tokens or dollars adds nested spans of one call.

    ## What it does
    Compares the total usage and cost that the file reports with root usage, which
    counts each billed call once (`evalrata.schemas.root_usage`).  Reports a total
    that equals the sum over all spans, over their own usage, or over the spans
    without a parent, while root usage is less.  Gives the multiplier and the root
    total.

    ## Why it matters
    A tracer records one call once per layer: the client library, the router above
    it, the operation above both.  Adding the spans multiplies the tokens and the cost
    by the depth of nesting, which differs between agents.

    ## Example
    litellm over openai, added span by span: 82,480 tokens where 41,240 were billed,
    a multiplier of 2.00.

    ## What to do
    Add root usage instead.  `evalrata lint --write-errata FILE` drafts the correction.

    ## What it cannot see
    Whether the total is nested where root usage is an interval that reaches it (two
    instrumentations without response ids; `--fingerprint` decides), and where only a
    cost is reported at prices more than 1 % from the dated ones.  Of a file that
    breaks off, part of the spans is missing: nothing is compared.
    """

    name = "cost.nested-usage"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Compare the reported totals with the sums over the spans."""
        if reason := counting.no_root(run):
            return could_not_check(reason)
        row, reported = run.row, run.run.reported
        unknown = [text for text in (_no_usage(row), _no_cost(run)) if text]
        known = (reported.usage is not None) + (reported.cost is not None)
        if not known:
            return not_applicable(no_total(run))
        if reason := cut_off(run):
            return could_not_check(reason, known)
        known -= len(unknown)
        if not known:
            return could_not_check("; ".join(unknown), len(unknown))
        by_usage, by_cost = counting.way_of_usage(row), counting.way_of_cost(row)
        found = [self._finding(run, by_usage, by_cost)] if by_usage or by_cost else []
        return checked(
            known, found, unchecked=len(unknown), reason="; ".join(unknown) or None
        )

    def _finding(
        self, run: RunView, by_usage: str | None, by_cost: str | None
    ) -> Finding:
        row, reported = run.row, run.run.reported
        places = [reported.usage_pointer] if by_usage else []
        if reported.cost is not None:
            places += [reported.cost_pointer, *reported.cost_copies]
        return self.finding(
            _message(row, by_usage),
            confidence="exact" if by_usage else "inferred",
            values=_values(run, by_usage or by_cost or ""),
            pointers=[place for place in places if place is not None],
        )


def _no_usage(row: RunRow) -> str | None:
    """Say why the reported usage cannot be compared."""
    said, root = row.usage.reported, row.usage.root
    if said is None:
        return None
    if said.total is None:
        return "the reported usage lacks input or output tokens"
    if counting.is_open(row) and root is not None and root.total is not None:
        low, high = counting.bounds(root.total)
        return (
            f"root usage is between {low} and {high} tokens, {said.total} are reported"
        )
    return None


def _no_cost(run: RunView) -> str | None:
    """Say why the reported cost cannot be compared."""
    cost = run.row.cost
    if run.run.reported.cost is None:
        return None
    if cost.reported is None:
        return "the reported cost is not a finite number"
    if cost.unpriced:
        return "; ".join(dark(cost))
    return "no price was looked up" if cost.root is None else None


def _message(row: RunRow, by_usage: str | None) -> str:
    if not by_usage:
        return (
            f"the reported cost of {row.cost.reported} USD adds nested spans: "
            f"{counting.times(row.usage.multiplier.cost)} the {_text(row.cost.root)} "
            "USD of root usage"
        )
    said, root = row.usage.reported, row.usage.root
    return (
        f"the reported {_text(said and said.total)} tokens are "
        f"{counting.WAYS[by_usage]}: {counting.times(_factor(row))} the "
        f"{_text(root and root.total)} tokens of root usage"
    )


def _factor(row: RunRow) -> Any:
    """Divide the reported total by root."""
    said, root = row.usage.reported, row.usage.root
    if said is None or root is None or said.total is None or root.total is None:
        return None
    low, high = counting.bounds(root.total)
    total = counting.bounds(said.total)[0]
    return total / high if low == high else (total / high, total / low)


def _text(number: Any) -> str:
    return " to ".join(map(str, number)) if isinstance(number, tuple) else str(number)


def _values(run: RunView, way: str) -> dict[str, Any]:
    row = run.row
    usage, cost = row.usage, row.cost
    return {
        "counted_as": way,
        "reported": {**counting.over(usage.reported), "cost": cost.reported},
        "full": {**counting.over(usage.full), "cost": cost.full},
        "root": {**counting.over(usage.root), "cost": cost.root},
        "multiplier": counting.factors(usage.multiplier),
        "totals": totals(run),
    }


RULE = NestedUsage
