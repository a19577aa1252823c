"""The mean of episodes that are of tasks, with an interval of 95 %.

Tasks are what is drawn: several trials of one task, or several rows' episodes of it,
say less than as many tasks would.  With ``n`` results ``y`` of ``T`` tasks and their
mean ``m``, the variance of the mean is

    T / (T - 1) * sum over tasks of (sum over the task's results of (y - m))**2 / n**2

and the interval is ``m`` plus and minus its square root times the 0.975 quantile of
Student's t with ``T - 1`` degrees of freedom.  Sources: E. Miller, *Adding Error Bars
to Evals* (2024), arXiv:2411.00640, for the clusters; A. C. Cameron,
D. L. Miller, *A Practitioner's Guide to Cluster-Robust Inference* (2015), Journal of
Human Resources 50(2), section VI, for ``T / (T - 1)`` and ``t(T - 1)`` with few of
them.  With as many results of every task it is the usual interval of the task means.

Ends of the scale (0 and 1 for shares, -1 and 1 for their difference) cut it.  Where the
mean of every task is the same, nothing varies and the formula gives a point, which no
few tasks can show.  Then the interval is that of the laws that would give ``T`` equal
task means with a probability of at least 0.025: weight ``p = 0.025 ** (1 / T)`` or more
on the mean seen, the rest anywhere between the ends.  For shares that are all 0 or all
1 this is the exact interval of C. Clopper and E. Pearson (1934), Biometrika 26(4).
One task leaves the whole scale.  Without known ends there is no bound then.

The t interval is approximate close to an end: with pass rates drawn from Beta(9, 1) it
held the truth in 87 (one trial) and 93 (four) of 100 simulations of 50 tasks, where
rates from Beta(1, 1) give 94 and 95.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from evalrata.lint.comparing.student import quantile
from evalrata.schemas.diff import Interval

__all__ = ["LARGEST", "TAIL", "in_units", "interval", "unit"]

TAIL = 0.025
LARGEST = 1e300
"""Results beyond are no results: their differences are not finite."""
SMALL, LARGE = 1e-3, 1.0
EQUAL = 1e-12
"""Task means that differ by less, in units of ``unit``, are rounding."""

Ends = tuple[float, float]
K = TypeVar("K")


def interval(tasks: Mapping[K, Sequence[float]], ends: Ends | None) -> Interval:
    """Return the mean over all results, with its interval.

    ``tasks``: the results of each task, of at least one task and one of each, all
    finite and within ``LARGEST``.  ``ends``: of the scale; ``None``: not known.
    """
    size = unit(chain.from_iterable(tasks.values()))
    parts = [in_units(size, results) for results in tasks.values()]
    n = sum(map(len, parts))
    mean = math.fsum(chain.from_iterable(parts)) / n
    low, high = _bounds(parts, mean, n, size, ends)
    return Interval(
        value=_between(mean * size, ends), n=n, low=low, high=high, tasks=len(parts)
    )


def unit(results: Iterable[float]) -> float:
    """Return what to divide by, so that squares are within the range of floats."""
    largest = max(map(abs, results)) or 1.0
    return 1.0 if SMALL <= largest <= LARGE else largest


def in_units(size: float, results: Sequence[float]) -> Sequence[float]:
    """Divide each by ``size``, which is most often 1."""
    return results if size == 1 else [y / size for y in results]


def _bounds(
    parts: Sequence[Sequence[float]],
    mean: float,
    n: int,
    size: float,
    ends: Ends | None,
) -> tuple[float | None, float | None]:
    """Return the interval's; ``parts`` and ``mean`` are in units of ``size``."""
    count = len(parts)
    off = [math.fsum(part) - len(part) * mean for part in parts]
    varies = any(abs(e) > EQUAL * len(part) for e, part in zip(off, parts, strict=True))
    if count > 1 and varies:
        variance = count / (count - 1) * math.fsum(e * e for e in off) / (n * n)
        half = quantile(1 - TAIL, count - 1) * math.sqrt(variance)
        found = (mean - half) * size, (mean + half) * size
        if not all(map(math.isfinite, found)):
            return None, None
        return _between(found[0], ends), _between(found[1], ends)
    if ends is None:
        return None, None
    weight = TAIL ** (1 / count) if count > 1 else 0.0
    seen = _between(mean * size, ends)
    low, high = (weight * seen + (1 - weight) * end for end in ends)
    return low, high


def _between(value: float, ends: Ends | None) -> float:
    return value if ends is None else min(max(value, ends[0]), ends[1])
