"""The scores that a run has in a table of one side."""

import math
from collections.abc import Iterable, Iterator

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept
from evalrata.schemas.records import Run

__all__ = ["ALL", "ColumnKey", "finite", "mean", "no_numbers", "scores", "unscored"]

ALL = "score"
"""The column of runs that name no domain."""


class ColumnKey(Struct, frozen=True, order=True):
    """What rows of one column share."""

    table: str
    """The published table, else the benchmark; ``""`` if neither is named."""
    name: str
    """The domain, or several joined by ``+``; ``score`` without one."""
    domains: tuple[str, ...]


def scores(
    kept: Kept, other: Run | None, *, filtered: bool
) -> Iterator[tuple[ColumnKey, float | None]]:
    """Yield what the run has in each column; ``None``: no value that can be ranked.

    A leaderboard row has its scores per domain.  A run with episodes has the mean over
    those in the denominator, and one without the score that it reports.  ``other``: the
    same run on the other side, which may name the table; ``filtered``: some tasks alone
    are compared, of which a reported score says nothing.
    """
    run = kept.entry.run
    table = run.board or (other.board if other else None) or _benchmark(run, other)
    withheld = unscored(kept, filtered=filtered) is not None
    if run.by_domain is not None:
        for domain, reported in run.by_domain.items():
            key = ColumnKey(table, domain, (domain,))
            yield key, None if withheld else finite(reported.score)
        return
    domains = tuple(sorted(run.domains or (other.domains if other else ())))
    key = ColumnKey(table, "+".join(domains) or ALL, domains)
    if withheld:
        yield key, None
    elif _has_episodes(kept):
        yield key, mean(o.value for o in kept.outcomes if o.counted)
    else:
        yield key, finite(run.reported.score)


def unscored(kept: Kept, *, filtered: bool) -> str | None:
    """Return why a run has no score that can be compared; ``None``: nothing says so."""
    run, incomplete = kept.entry.run, kept.entry.incomplete
    if run.status == "withdrawn":
        return "it is withdrawn"
    if incomplete is not None:
        return incomplete
    if filtered and (run.by_domain is not None or not _has_episodes(kept)):
        return "it has no episodes to take tasks from"
    return None


def no_numbers(kept: Kept) -> Iterator[tuple[str, str]]:
    """Yield the domains with a reported score of NaN or infinity, and which it is.

    The domain is empty for a run's only score, where no episodes give it another.
    """
    run = kept.entry.run
    reported = run.by_domain
    if reported is None:
        reported = {} if _has_episodes(kept) else {"": run.reported}
    for domain, report in reported.items():
        if report.score is not None and finite(report.score) is None:
            yield domain, str(report.score)


def mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of what is no ``None``, whatever its order.

    ``None`` of nothing, of NaN or infinity, and beyond the range of floats.
    """
    known = [v for v in values if v is not None]
    try:
        return finite(math.fsum(known) / len(known)) if known else None
    except (OverflowError, ValueError):  # infinities of both signs, or too large
        return None


def finite(value: float | None) -> float | None:
    """Return a number that can be ranked: no NaN, no infinity."""
    return value if value is not None and math.isfinite(value) else None


def _has_episodes(kept: Kept) -> bool:
    return "episodes" not in kept.entry.run.lacks


def _benchmark(run: Run, other: Run | None) -> str:
    return run.benchmark or (other.benchmark if other else None) or ""
