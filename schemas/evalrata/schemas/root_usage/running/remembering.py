"""What is remembered of records that are let go."""

from collections.abc import Iterable, Iterator

from evalrata.schemas import tokens
from evalrata.schemas.records import Usage
from evalrata.schemas.root_usage.record import Record, pair
from evalrata.schemas.root_usage.running.alike import looks_of
from evalrata.schemas.root_usage.running.forest import Forest
from evalrata.schemas.root_usage.running.past import MERGED, Past
from evalrata.schemas.root_usage.running.reckoning import Reckoned
from evalrata.schemas.root_usage.running.spilled import columns
from evalrata.schemas.root_usage.running.totals import Totals, group_of
from evalrata.schemas.root_usage.siblings import said

__all__ = ["remember"]


def remember(done: Reckoned, totals: Totals, past: Past) -> None:
    """Learn what later spans have to be compared with."""
    calls, records = done.simple, done.records
    for response in done.known:
        past.merged.pop(response, None)
    seen = done.seen
    past.reach(max([seen.latest, *_times(records)]), seen.largest)
    past.reach(seen.latest, columns([r.usage for r in records])[1])
    past.scopes.update(seen.scopes, *(r.scopes for r in records))
    past.nameless |= seen.nameless or not all(r.ids for r in records)
    if past.nameless and len(past.scopes) > 1:
        past.known(set(looks_of(calls, records)), learn=True)
    else:
        past.unkeyed = past.horizon
    _keep_joined(records, done.forest, totals, past)


def _times(records: Iterable[Record]) -> Iterator[float]:
    """Yield starts and ends; where a clock went back, the start is the later."""
    for r in records:
        yield from (t for t in (r.started, r.ended) if t is not None)


def _keep_joined(
    records: Iterable[Record], forest: Forest, totals: Totals, past: Past
) -> None:
    """Keep what joining took from the upper bound: an id may come to say nothing."""
    for record in records:
        apart = _apart(record, forest) if len(record.nodes) > 1 else None
        if apart is None or not record.ids:
            continue
        group = group_of(record)
        if len(past.merged) + len(record.ids) > MERGED:
            totals.high.add(group, apart)
            totals.forgotten += 1
        else:
            past.merged.update(dict.fromkeys(record.ids, (group, apart)))


def _apart(record: Record, forest: Forest) -> Usage | None:
    """Return what the spans of a record would add if they were calls of their own.

    Not spans of equal usage inside one another, which no id is needed to join.
    """
    units: dict[int, dict[tuple[int, int], list[Usage]]] = {}
    for node in record.nodes:
        usage = said(forest.calls[node])
        same = units.setdefault(forest.units[node], {}).setdefault(pair(usage), [])
        same.append(usage)
    found = [same for pairs in units.values() for same in pairs.values()]
    if len(found) == 1:
        return None
    every = [
        usage
        for pairs in units.values()
        for same in pairs.values()
        for usage in (same if len(pairs) > 1 else same[:1])
    ]
    return tokens.minus(tokens.add(every), record.usage)
