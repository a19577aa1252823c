"""What a score would move by if the runs were made again, and nothing else changed.

A *cell* is the trials of one task in one run: made again, their results are drawn anew
while run and task stay.  With ``n`` results in all, of which the cells have ``m`` each
and the sample variance ``s2`` within, the variance of the score is

    V = (sum over cells with m > 1 of m * s2  +  n1 * S2) / n**2

where ``n1`` counts the cells of one trial, whose own variance is not seen, and ``S2``,
assumed for them, is the mean of ``s2`` over the others, weighted by ``m - 1``.  A score
before and one after of runs made in between differ by chance with the variance ``V
before + V after``; the half-width of 95 % is its square root times the 0.975 quantile
of Student's t with ``sum of (m - 1)`` degrees of freedom.  ``V`` is the conditional
variance of E. Miller (2024), arXiv:2411.00640, estimated from the trials.

Where no trial differs from its like on either side, ``V`` would be 0 by luck as well as
by nature: a pair of trials differs with a probability of at most ``d = 1 - 0.025 ** (1
/ r)`` after ``r`` repeats without a difference, and results between 0 and 1 then vary
by ``d / 2`` at most (and never by more than 1/4), which is taken for ``S2`` everywhere.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import chain

from evalrata.lint.comparing.intervals import TAIL, in_units, unit
from evalrata.lint.comparing.student import quantile

__all__ = ["noise"]

Cell = tuple[Sequence[float], Sequence[float]]
"""The results of a run's trials of one task, before and after."""


def noise(cells: Iterable[Cell], *, shares: bool) -> float | None:
    """Return the half-width of what the score moves by between runs, on 95 %.

    ``shares``: results lie between 0 and 1.  ``None``: no cell has two trials, or no
    trials differ and how far results can lie apart is not known.
    """
    found = list(cells)
    repeats = sum(len(before) - 1 for before, _ in found)
    if not repeats:
        return None
    size = unit(chain.from_iterable(chain.from_iterable(found)))
    variance = math.fsum(
        _variance([in_units(size, cell[side]) for cell in found]) for side in (0, 1)
    )
    if not variance:
        if not shares:
            return None
        size, variance = 1.0, _unseen(repeats, sum(len(cell[0]) for cell in found))
    half = quantile(1 - TAIL, repeats) * math.sqrt(variance) * size
    return half if math.isfinite(half) else None


def _unseen(repeats: int, n: int) -> float:
    """Return what V of both sides together may be where no trials differ."""
    apart: float = 1 - TAIL ** (1 / repeats)
    return 2 * min(apart / 2, 0.25) / n


def _variance(cells: Sequence[Sequence[float]]) -> float:
    """Return V of one side."""
    several = [(len(cell), _spread(cell)) for cell in cells if len(cell) > 1]
    n, once = sum(map(len, cells)), len(cells) - len(several)
    within = math.fsum(squares for _, squares in several)
    pooled = within / sum(m - 1 for m, _ in several)
    seen = math.fsum(m * squares / (m - 1) for m, squares in several)
    return (seen + once * pooled) / (n * n)


def _spread(cell: Sequence[float]) -> float:
    """Return the sum of squares about the cell's mean."""
    if cell.count(cell[0]) == len(cell):
        return 0.0
    mean = math.fsum(cell) / len(cell)
    return math.fsum([(y - mean) * (y - mean) for y in cell])
