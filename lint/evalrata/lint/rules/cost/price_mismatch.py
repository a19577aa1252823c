"""See the class."""

import math

from evalrata.lint import counting
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
    over all spans is held against the price of all spans.

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
        if (reason := _gap(run)) or priced is None:
            return could_not_check(reason or _dark(run), 1)
        if _agrees(claim.said, priced):
            return checked(1)
        widest = claim.with_any_cache(price, run.run.date)
        if _agrees(claim.said, widest):
            return could_not_check(_cache(claim, widest), 1)
        return checked(1, [self._finding(run, claim, priced, widest)])

    def _finding(
        self,
        run: RunView,
        claim: Claim,
        priced: tuple[float, float],
        widest: tuple[float, float],
    ) -> Finding:
        date = run.run.date or "no date (the price never changed)"
        return self.finding(
            f"{claim.noun} is {claim.said:.6g} USD; {claim.of} costs {_text(priced)} "
            f"USD at the prices of {date}",
            values={
                "stated": claim.said,
                "priced": list(priced),
                "with_any_cache": list(widest),
                "ratio": claim.said / priced[1] if priced[1] else None,
                "tolerance": counting.TOLERANCE,
                "prices": run.price.version if run.price else None,
            },
            pointers=claim.pointers,
        )


def _gap(run: RunView) -> str | None:
    missing = len(run.ledger.missing) if run.ledger else 0
    if not missing:
        return None
    return f"without usage: {counting.number(missing, 'model call')}"


def _dark(run: RunView) -> str:
    return f"no price is known for {', '.join(run.row.cost.unpriced) or 'any usage'}"


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
