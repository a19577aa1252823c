"""From what has been added up to the sums of a run."""

from operator import itemgetter

from evalrata.schemas import tokens
from evalrata.schemas.records import Usage
from evalrata.schemas.root_usage.record import pair
from evalrata.schemas.root_usage.running.rows import Rows
from evalrata.schemas.root_usage.running.sums import Group, RunningSums
from evalrata.schemas.root_usage.running.totals import Totals

__all__ = ["summed_up"]


def summed_up(totals: Totals, still_open: int) -> RunningSums:
    """Return the sums as they are."""
    low = totals.plain.keyed(lambda key: key[0])
    high = totals.plain.keyed(lambda key: key[0])
    low.absorb(totals.low)
    high.absorb(totals.high)
    least = _lowered(low, totals.retracted)
    calls = {group: n for group, n, _ in high.items()}
    return RunningSums(
        full=_naive(totals, totals.full),
        full_calls=_naive(totals, totals.full_calls),
        naive_root=_naive(totals, totals.naive_root, roots=True),
        root_low=tokens.by_model((g.model, usage) for g, usage in least.items()),
        root_high=tokens.by_model((g.model, usage) for g, _, usage in high.items()),
        groups={g: (least.get(g, Usage()), usage) for g, _, usage in high.items()},
        billed=sum(calls.values()),
        uncertain=sum(calls.values()) - sum(n for _, n, _ in low.items()),
        missing=totals.missing,
        cached=totals.flags["cached"],
        failed=totals.failed,
        unattributed=sum(n for g, n in calls.items() if g.actor == "unknown"),
        flags={kind: n for kind, n in sorted(totals.flags.items()) if n},
        forgotten=totals.forgotten,
        open=still_open,
    )


def _naive(
    totals: Totals, beside: Rows[str], *, roots: bool = False
) -> dict[str, Usage]:
    rows = totals.plain.keyed(
        lambda key: key[0].model, only=_is_root if roots else None
    )
    rows.absorb(beside)
    return {model: usage for model, _, usage in sorted(rows.items(), key=itemgetter(0))}


def _is_root(key: tuple[Group, bool]) -> bool:
    return key[1]


def _lowered(low: Rows[Group], by: tuple[int, int]) -> dict[Group, Usage]:
    """Take from the groups, one after the other, what cannot be vouched for."""
    found = {}
    rest = Usage(*by)
    for group, _, usage in low.items():
        found[group] = tokens.minus(usage, rest) if any(pair(rest)) else usage
        rest = tokens.minus(rest, usage)
    return found
