"""See the class."""

import math

from evalrata.lint import counting
from evalrata.lint.bill import dark
from evalrata.lint.broken_off import cut_off
from evalrata.lint.claims import Claim, claim_of
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.prices import Pricer

__all__ = ["RULE"]


class PriceMismatch(RunRule):
    """A reported cost is not what root usage costs at dated prices.

    ## What it does
    Prices root usage at the run's date, and reports a cost that lies more than 1 %,
    or half a unit of its last printed digit, outside.  Where the file reports no
    total, the dollars stored with its episodes are held against their calls.  A cost
    that is explained by nested spans is left to `cost.nested-usage`: a total counted
    over all spans is held against the price of all spans.  Where the difference is
    one model's part, that model is named.

    ## Why it matters
    A harness's price table ages, prices cache writes as reads, or skips a model.
    Rows priced by different tables are not on one scale.

    ## Example
    A million tokens written to the cache of claude-sonnet-4, priced as read from it:
    0.30 instead of 3.75 dollars.

    ## What to do
    Publish tokens per model beside the dollars, and the table that priced them.

    ## What it cannot see
    Discounts, batch and priority tiers, caches that last an hour, and a price that a
    provider never published.  Prices are looked up, so every finding is inferred.
    Where the file breaks off, or a call is in the data twice, a difference says
    nothing about prices, and is counted as unchecked.
    """

    name = "cost.price-mismatch"
    severity = "warning"
    confidence = "inferred"

    def check(self, run: RunView) -> Verdict:
        """Hold the stated dollars against the priced usage."""
        if reason := counting.no_root(run):
            return could_not_check(reason)
        claim = claim_of(run)
        if claim is None:
            if any(e.cost for e in run.episodes):
                return could_not_check("some episodes store no cost, or 0 for tokens")
            return not_applicable("no total cost is stated, and no cost per episode")
        if run.price is None:
            return could_not_check("no price was looked up", 1)
        return self._judge(run, claim, run.price)

    def _judge(self, run: RunView, claim: Claim, price: Pricer) -> Verdict:
        if not math.isfinite(claim.said):
            return could_not_check(f"{claim.noun} is not a finite number", 1)
        priced = claim.priced(price, run.run.date)
        if (reason := _cut(run) or _gap(run)) or priced is None:
            return could_not_check(reason or _dark(run), 1)
        if _agrees(claim.said, priced):
            return checked(1)
        widest = claim.with_any_cache(price, run.run.date)
        if _agrees(claim.said, widest):
            return could_not_check(_cache(claim, widest), 1)
        if reason := _twice(run):
            return could_not_check(reason, 1)
        return checked(1, [self._finding(run, claim, priced, widest)])

    def _finding(
        self,
        run: RunView,
        claim: Claim,
        priced: tuple[float, float],
        widest: tuple[float, float],
    ) -> Finding:
        date = run.run.date or "no date (the price never changed)"
        model = _left_out(run, claim)
        return self.finding(
            f"{claim.noun} is {claim.said:.6g} USD; {claim.of} costs {_text(priced)} "
            f"USD at the prices of {date}"
            + (f": {model} was left out" if model else ""),
            values={
                "stated": claim.said,
                "priced": list(priced),
                "with_any_cache": list(widest),
                "ratio": claim.said / priced[1] if priced[1] else None,
                "left_out": model,
                "tolerance": counting.TOLERANCE,
                "prices": run.price.version if run.price else None,
            },
            pointers=claim.pointers,
        )


def _left_out(run: RunView, claim: Claim) -> str | None:
    """Name the one model without which the priced usage costs what is stated."""
    models = {part.model for part in claim.parts}
    if run.price is None or len(models) == 1 or not claim.said:
        return None
    rest = {m: claim.without(m).priced(run.price, run.run.date) for m in models}
    near = [m for m, priced in rest.items() if priced and _agrees(claim.said, priced)]
    return near[0] if len(near) == 1 else None


def _cut(run: RunView) -> str | None:
    """Say if calls that a reported total covers may not have been read."""
    return cut_off(run) if run.run.reported.cost is not None else None


def _twice(run: RunView) -> str | None:
    """Say if a call is in the data more than once: the total may count each copy."""
    kinds = {flag.kind for flag in run.ledger.flags} if run.ledger else set()
    if kinds & {"repeated", "repeated-id", "constant-id", "fingerprint"}:
        return "a call is in the data more than once, and may be in the total so too"
    return None


def _gap(run: RunView) -> str | None:
    missing = len(run.ledger.missing) if run.ledger else 0
    if not missing:
        return None
    return f"without usage: {counting.number(missing, 'model call')}"


def _dark(run: RunView) -> str:
    return "; ".join(dark(run.row.cost)) or "no price is known for any usage"


def _cache(claim: Claim, widest: tuple[float, float]) -> str:
    return (
        f"the calls do not record what came from a cache: {_text(widest)} USD are "
        f"possible, and {claim.noun} is {claim.said:.6g}"
    )


def _text(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.6g}" if low == high else f"{low:.6g} to {high:.6g}"


def _agrees(said: float, interval: tuple[float, float]) -> bool:
    """Compare within 1 %, or half a unit of the last printed digit."""
    low, high = interval
    _, _, digits = repr(said).partition(".")
    rounding = 0.5 * 10.0 ** -len(digits) if digits.isdigit() else 0.0
    slack = max(rounding, counting.TOLERANCE * high)
    return low - slack <= said <= high + slack


RULE = PriceMismatch
