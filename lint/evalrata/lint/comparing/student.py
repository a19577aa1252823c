"""Quantiles of Student's t distribution, from the standard library alone."""

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = ["quantile"]

EXACT = 100
"""Degrees of freedom up to which the distribution is summed; beyond, the series is
exact to 1e-10."""


@lru_cache(maxsize=1024)
def quantile(probability: float, freedom: int) -> float:
    """Return ``t`` with ``P(T <= t) = probability`` for whole degrees of freedom >= 1.

    ``probability`` is above 1/2 and below 1.  Source: M. Abramowitz, I. A. Stegun,
    *Handbook of Mathematical Functions*, 26.7.3 and 26.7.4 (the distribution for odd
    and even degrees of freedom, here inverted by bisection) and 26.7.5 (the series
    about the normal quantile).
    """
    if freedom > EXACT:
        return _series(NormalDist().inv_cdf(probability), freedom)
    inside = 2 * probability - 1
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, freedom) < inside:
            low = middle
        else:
            high = middle
    return math.sqrt(freedom) * math.tan(high)


def _within(angle: float, freedom: int) -> float:
    """Return ``P(|T| <= t)`` for ``t = sqrt(freedom) * tan(angle)``."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = total = (cosine if freedom > 1 else 0.0) if odd else 1.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= (step - 1) / step * cosine * cosine
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _series(x: float, freedom: int) -> float:
    """Return the first five terms of 26.7.5."""
    square = x * x
    terms = (
        x,
        x * (square + 1) / 4,
        x * ((5 * square + 16) * square + 3) / 96,
        x * (((3 * square + 19) * square + 17) * square - 15) / 384,
        x
        * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945)
        / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))
