"""What a tau2-bench results file says about its own totals."""

import math
from typing import Any

from evalrata.integrations.tau2.parts import Parts
from evalrata.schemas.records import Reported

__all__ = ["reported"]


def reported(parts: Parts) -> Reported:
    """Return the totals of a submission's header, or of a split layout's index."""
    total = _whole(parts.claims.get("total_tasks"))
    if total is None and parts.index is not None:
        return Reported(episodes=len(parts.index), episodes_pointer="/simulation_index")
    score = _share(
        _number(parts.claims.get("pass_rate")),
        _whole(parts.claims.get("passed")),
        total,
    )
    return Reported(
        score=score,
        score_pointer=None if score is None else "/pass_rate",
        episodes=total,
        episodes_pointer=None if total is None else "/total_tasks",
    )


def _share(rate: float | None, passed: int | None, total: int | None) -> float | None:
    """Return the rate as a share of 1.

    Files write 0.98 or 98.0, and no field names the unit.  A rate above 1 can only
    be a percentage; of the rest, ``passed / total_tasks`` decides, and without
    those the rate is not used.
    """
    if rate is None:
        return None
    if rate > 1:
        return rate / 100
    if passed is None or not total:
        return None
    share = passed / total
    return rate if abs(rate - share) <= abs(rate / 100 - share) else rate / 100


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> float | None:
    if isinstance(value, float):
        return value
    whole = _whole(value)
    try:
        return None if whole is None else float(whole)
    except OverflowError:
        return math.inf
