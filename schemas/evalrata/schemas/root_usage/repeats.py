"""One call under two records that no response id joins: the fingerprint."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator

from msgspec import Struct

from evalrata.schemas.model_names import base_name
from evalrata.schemas.root_usage.ids import absorb
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record, pair, richness

__all__ = ["join_repeats"]


def join_repeats(
    records: list[Record], notes: Notes, *, fingerprint: bool
) -> list[Record]:
    """Join records that look like one call, or leave all but one uncertain."""
    dropped: set[Record] = set()
    for find in (_twins, _across_scopes):
        left = [r for r in records if r.certain and r not in dropped]
        for group in find(left):
            nodes = [n for r in group for n in r.nodes]
            kind = "fingerprint" if fingerprint else "may-repeat"
            message = f"{len(group)} records look like one call"
            notes.add(kind, message, nodes, usage=list(pair(group[0].usage)))
            dropped.update(_joined(group) if fingerprint else _doubted(group))
    return [r for r in records if r not in dropped]


def _joined(group: list[Record]) -> Iterator[Record]:
    kept = absorb(group)
    kept.flags += ("fingerprint",)
    return (r for r in group if r is not kept)


def _doubted(group: list[Record]) -> tuple[Record, ...]:
    """Keep the record that knows most certain; count the others in the upper bound."""
    best = max(group, key=lambda r: (bool(r.ids), richness(r.usage), r.place))
    for record in group:
        if record is not best:
            record.certain = False
            record.flags += ("may-repeat",)
    return ()


def _twins(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Find siblings with one start, end, model and usage (a callback ran twice).

    Spans without a parent count as siblings.
    """
    groups: dict[object, list[Record]] = {}
    for r in records:
        if r.model is None or not _lasts(r):
            continue
        key = (r.parent, r.started, r.ended, base_name(r.model), pair(r.usage), r.task)
        groups.setdefault(key, []).append(r)
    return (group for group in groups.values() if len(group) > 1)


def _lasts(r: Record) -> bool:
    return r.started is not None and r.ended is not None and r.ended > r.started


def _across_scopes(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Find records of different instrumentations of which one encloses the others.

    Equal model, usage and task; at most one response id; each instrumentation once.
    """
    groups: dict[object, list[Record]] = {}
    for r in records:
        if r.model is not None and r.scopes and r.started is not None:
            key = (base_name(r.model), pair(r.usage), r.task)
            groups.setdefault(key, []).append(r)
    for group in groups.values():
        if len({r.scopes for r in group}) > 1 and not all(r.ids for r in group):
            yield from _enclosed(group)


class _Cluster(Struct, eq=False):
    records: list[Record]
    scopes: frozenset[str]
    named: bool


def _enclosed(group: list[Record]) -> Iterator[list[Record]]:
    """Match each record with the tightest one around it, each at most once.

    Walking by start, with the open clusters sorted by end, the tightest fit is the
    best matching: a wider one stays free for what ends later.
    """
    waiting: dict[tuple[frozenset[str], bool], list[tuple[float, int]]] = {}
    clusters: list[_Cluster] = []
    for r in sorted(group, key=lambda r: (r.started, -_end(r), r.place)):
        scopes, named = frozenset(r.scopes), bool(r.ids)
        found = _tightest(r, scopes, named=named, waiting=waiting)
        if found is None:
            number, end = len(clusters), _end(r)
            clusters.append(_Cluster([r], scopes, named))
        else:
            end, number = found
            cluster = clusters[number]
            cluster.records.append(r)
            cluster.scopes |= scopes
            cluster.named |= named
        kept = clusters[number]
        insort(waiting.setdefault((kept.scopes, kept.named), []), (end, number))
    return (c.records for c in clusters if len(c.records) > 1)


def _tightest(
    r: Record,
    scopes: frozenset[str],
    *,
    named: bool,
    waiting: dict[tuple[frozenset[str], bool], list[tuple[float, int]]],
) -> tuple[float, int] | None:
    """Take the cluster that ends soonest after ``r`` does out of those that fit."""
    fits = []
    for (others, taken), ends in waiting.items():
        at = bisect_left(ends, (_end(r), -1))
        if at < len(ends) and not (others & scopes or (taken and named)):
            fits.append((ends[at], (others, taken)))
    if not fits:
        return None
    best, key = min(fits, key=lambda fit: fit[0])
    waiting[key].remove(best)
    return best


def _end(r: Record) -> float:
    assert r.started is not None, "only records with times"  # noqa: S101 - narrows
    return r.started if r.ended is None else r.ended
