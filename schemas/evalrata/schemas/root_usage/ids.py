"""De-duplication by response id, across traces."""

from collections import Counter
from collections.abc import Iterable, Sequence

from evalrata.schemas import tokens
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.connected import find, link
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record, pair, richness
from evalrata.schemas.root_usage.tree import TOP, Tree
from evalrata.schemas.root_usage.uses import Interval, rows_that_grow, separate, uses

__all__ = [
    "absorb",
    "constant_ids",
    "count_once",
    "doubt_all_but_one",
    "keep_one_certain",
]

MAX_USES = 3
"""More uses of one id that do not overlap, and the id says nothing."""


def constant_ids(tree: Tree) -> frozenset[str]:
    """Find ids that look constant: used by calls at many separate times.

    Counted on the outermost span of each use, without replays from a cache.
    """
    count = Counter(c.response for c in tree.calls if c.response)
    often = {response for response, n in count.items() if n > MAX_USES}
    if not often:
        return frozenset()
    times: dict[str, list[Interval]] = {}
    for node, c in enumerate(tree.calls):
        above = tree.parent[node]
        inner = above != TOP and tree.calls[above].response == c.response
        if c.response not in often or inner or c.cached or c.started is None:
            continue
        ended = c.started if c.ended is None else c.ended
        times.setdefault(c.response or "", []).append((c.started, ended))
    many = {r for r, found in times.items() if separate(found) > MAX_USES}
    return frozenset(many - _growing(many, tree.calls)) if many else frozenset()


def _growing(ids: set[str], calls: Sequence[Call]) -> set[str]:
    """Pick the ids whose rows are one response, logged while it grew."""
    rows: dict[str, list[Call]] = {}
    for c in calls:
        if c.response in ids:
            rows.setdefault(c.response or "", []).append(c)
    return {response for response, some in rows.items() if rows_that_grow(some)}


def count_once(records: Iterable[Record], tree: Tree, notes: Notes) -> list[Record]:
    """Make one record of all that share a response id.

    Of uses at separate times whose usage differs, one stays certain.
    """
    kept: list[Record] = []
    for group in _groups(list(records)):
        apart = _that_differ(group, tree)
        for use in apart or [group]:
            if len(use) > 1:
                _flag(use, notes)
            kept.append(absorb(use))
        if apart:
            _flag_reused(kept[-len(apart) :], notes)
    return kept


def _that_differ(group: Sequence[Record], tree: Tree) -> list[list[Record]]:
    """Split records of one id by time; empty unless the parts differ in usage."""
    if len({pair(r.usage) for r in group}) == 1:
        return []
    apart = uses(group)
    said = {pair(tokens.larger(r.usage for r in use)) for use in apart}
    if len(said) == 1 or rows_that_grow(
        [tree.calls[n] for r in group for n in r.nodes]
    ):
        return []
    return apart


def absorb(group: Sequence[Record]) -> Record:
    """Make one record of several of one call, with the larger value of each field."""
    if len(group) == 1:
        return group[0]
    ordered = sorted(group, key=lambda r: r.place)
    first = ordered[0]
    fullest = max(ordered, key=lambda r: (richness(r.usage), r.model is not None))
    first.usage = tokens.larger(r.usage for r in ordered)
    first.nodes = [n for r in ordered for n in r.nodes]
    first.ids = dict.fromkeys(i for r in ordered for i in r.ids)
    first.scopes = tuple(dict.fromkeys(s for r in ordered for s in r.scopes))
    first.model, first.provider = fullest.model, fullest.provider
    known = [r.actor for r in ordered if r.actor != "unknown"]
    first.actor = known[0] if known else "unknown"
    first.certain = any(r.certain for r in ordered)
    first.flags = tuple(dict.fromkeys(f for r in ordered for f in r.flags))
    return first


def doubt_all_but_one(records: Iterable[Record], kind: str) -> None:
    """Leave the certain record with the largest usage certain, and doubt the others."""
    sure = [r for r in records if r.certain]
    for record in sorted(sure, key=lambda r: (-sum(pair(r.usage)), r.place))[1:]:
        record.certain = False
        record.flags += (kind,)


def keep_one_certain(groups: Iterable[Sequence[Record]], notes: Notes) -> None:
    """Leave one use of each id that says nothing certain, and doubt the others."""
    for group in groups:
        doubt_all_but_one(group, "constant-id")
        nodes = [n for r in group for n in r.nodes]
        message = (
            f"{len(group)} calls at separate times share a response id; it is not "
            "used to tell calls apart"
        )
        notes.add("constant-id", message, nodes, uses=len(group))


def _flag_reused(calls: Sequence[Record], notes: Notes) -> None:
    """Doubt all but one use of an id: it may be one call, or one call a use."""
    doubt_all_but_one(calls, "reused-id")
    nodes = [n for r in calls for n in r.nodes]
    message = (
        f"{len(calls)} records at separate times share a response id and differ in "
        "usage: one call, or as many"
    )
    values = {"response": min(min(r.ids) for r in calls), "uses": len(calls)}
    notes.add("reused-id", message, nodes, **values)


def _groups(records: list[Record]) -> list[list[Record]]:
    """Group records that share an id, directly or through a third."""
    links: dict[str, str] = {}
    for record in records:
        if len(record.ids) > 1:
            first, *others = record.ids
            for response in others:
                link(links, first, response)
    groups: dict[str | int, list[Record]] = {}
    for number, record in enumerate(records):
        key = find(links, next(iter(record.ids))) if record.ids else number
        groups.setdefault(key, []).append(record)
    return list(groups.values())


def _flag(group: Sequence[Record], notes: Notes) -> None:
    nodes = [n for r in group for n in r.nodes]
    counted = pair(tokens.larger(r.usage for r in group))
    again = sum(sum(pair(r.usage)) for r in group) - sum(counted)
    values = {"response": min(group[0].ids), "records": len(group), "again": again}
    message = f"{len(group)} records share a response id and count once"
    notes.add("repeated-id", message, nodes, **values)
    if len({pair(r.usage) for r in group}) > 1:
        message = "records of one response id differ in usage; the larger counts"
        notes.add("usage-differs", message, nodes, **values)
    if len(uses(group)) > 1:
        message = "calls that do not overlap in time share a response id"
        notes.add("replay", message, nodes, **values)
