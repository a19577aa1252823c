"""The cost-accuracy front: rows that no other row beats on both."""

from collections.abc import Iterable

__all__ = ["front"]


def front(points: Iterable[tuple[str, float, float]]) -> tuple[str, ...]:
    """Return the names of the points that no other point dominates, sorted.

    A point is ``(name, cost, accuracy)``.  Another point dominates it if it costs
    no more and is no less accurate, and is better in at least one of the two;
    equal points are both on the front.
    """
    known = list(points)
    return tuple(
        sorted(
            name
            for name, cost, accuracy in known
            if not any(
                c <= cost and a >= accuracy and (c < cost or a > accuracy)
                for _, c, a in known
            )
        )
    )
