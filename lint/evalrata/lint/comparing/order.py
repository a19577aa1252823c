"""Groups that changed places.

Two groups of one level are compared if they share a task: scores over other tasks have
no order; nor are groups without a name, which are single runs (the columns rank
those).  Both gaps are over the episodes of the groups' own scores.  A gap is outside
re-run noise if it is larger than the square root of the sum of the groups' squared
``noise``: what the difference of two scores moves by, on 95 %, if the runs of both are
made again, which are independent given their tasks.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.measuring import results
from evalrata.lint.comparing.same_task import TaskKey
from evalrata.schemas.diff import Group, Measured, OrderChange

__all__ = ["order_changes"]


def order_changes(
    groups: Sequence[Group], pairs: Sequence[RunPair]
) -> tuple[OrderChange, ...]:
    """Return the pairs of groups of which one is above before, the other after.

    Equal scores on either side are no change of places.  ``pairs``: the runs that
    ``groups`` were made of.  In the order of ``groups``.
    """
    if len(groups) < 2:  # noqa: PLR2004 - two change places
        return ()
    tasks = _tasks(groups, pairs)
    return tuple(
        change
        for one, other in _comparable(groups, tasks)
        if (change := _change(one, other)) is not None
    )


def _tasks(
    groups: Sequence[Group], pairs: Sequence[RunPair]
) -> list[frozenset[TaskKey]]:
    of_run: dict[str, set[TaskKey]] = {}
    for pair in pairs:
        of_run.setdefault(pair.after.id, set()).update(results(pair))
    return [frozenset().union(*(of_run[row] for row in g.rows)) for g in groups]


def _comparable(
    groups: Sequence[Group], tasks: Sequence[frozenset[TaskKey]]
) -> Iterator[tuple[Group, Group]]:
    for (one, of_one), (other, of_other) in combinations(
        zip(groups, tasks, strict=True), 2
    ):
        same_level = one.key.keys() == other.key.keys()
        named = None not in (*one.key.values(), *other.key.values())
        if same_level and named and not of_one.isdisjoint(of_other):
            yield one, other


def _change(one: Group, other: Group) -> OrderChange | None:
    if one.scores is None or other.scores is None:
        return None
    before = one.scores.before.value - other.scores.before.value
    after = one.scores.after.value - other.scores.after.value
    if not (before > 0 > after or before < 0 < after):
        return None
    first, second = (one, other) if before > 0 else (other, one)
    return OrderChange(
        above_before=first.key,
        above_after=second.key,
        gap_before=abs(before),
        gap_after=abs(after),
        resolved=_resolved(one.scores, other.scores, min(abs(before), abs(after))),
    )


def _resolved(one: Measured, other: Measured, gap: float) -> bool | None:
    if one.noise is None or other.noise is None:
        return None
    return gap > math.hypot(one.noise, other.noise)
