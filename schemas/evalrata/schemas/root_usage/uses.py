"""When a response id was used: whether its records can be told apart by time."""

from collections.abc import Iterable, Sequence

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import Record, own_usage, pair

__all__ = ["Interval", "rows_that_grow", "separate", "uses"]

Interval = tuple[float, float]


def separate(intervals: Iterable[Interval]) -> int:
    """Count intervals that can be told apart: the most that pairwise do not meet."""
    count, end = 0, float("-inf")
    for started, ended in sorted(intervals, key=lambda i: i[1]):
        if started > end:
            count, end = count + 1, ended
    return count


def uses(records: Iterable[Record]) -> list[list[Record]]:
    """Split records so that those of one use all meet, and uses do not.

    As few uses as possible.  Records without times can be any: they go with the
    first, in the order of ``place``.
    """
    timed: list[tuple[float, float, Record]] = []
    timeless: list[Record] = []
    for r in records:
        if r.started is None:
            timeless.append(r)
        else:
            timed.append((r.started, r.started if r.ended is None else r.ended, r))
    found: list[list[Record]] = []
    end = float("-inf")
    for started, ended, r in sorted(timed, key=lambda t: (t[1], t[2].place)):
        if started > end:
            found.append([])
            end = ended
        found[-1].append(r)
    if not found:
        return [timeless]
    found[0] += timeless
    return found


def rows_that_grow(calls: Sequence[Call]) -> bool:
    """Say whether records of one id are a response that was logged while it grew.

    Rows of a log without a duration, all in one trace (copies may stand in others),
    of equal input, whose output never falls and does grow.
    """
    rows = [(c.started, pair(u), c.trace) for c in calls if (u := own_usage(c))]
    if any(c.started is None or c.ended not in (None, c.started) for c in calls):
        return False
    moments = {started for started, _, _ in rows}
    traces: dict[str | None, set[float | None]] = {}
    for started, _, trace in rows:
        traces.setdefault(trace, set()).add(started)
    outputs = [p[1] for _, p, _ in sorted(rows, key=lambda row: (row[0] or 0, row[1]))]
    return (
        len({p[0] for _, p, _ in rows}) == 1
        and len(set(outputs)) > 1
        and outputs == sorted(outputs)
        and any(seen == moments for seen in traces.values())
    )
