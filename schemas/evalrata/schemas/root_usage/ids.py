"""De-duplication by response id, across traces."""

from collections import Counter
from collections.abc import Iterable, Sequence

from evalrata.schemas import tokens
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record, pair, richness
from evalrata.schemas.root_usage.tree import TOP, Tree

__all__ = ["absorb", "constant_ids", "count_once", "keep_one_certain"]

MAX_USES = 3
"""More uses of one id that do not overlap, and the id says nothing."""

Interval = tuple[float, float]


def constant_ids(tree: Tree) -> frozenset[str]:
    """Find ids that look constant: used by calls at many separate times.

    Counted on the outermost span of each use, without replays from a cache.
    """
    count = Counter(c.response for c in tree.calls if c.response)
    often = {response for response, n in count.items() if n > MAX_USES}
    if not often:
        return frozenset()
    uses: dict[str, list[Interval]] = {}
    for node, c in enumerate(tree.calls):
        above = tree.parent[node]
        inner = above != TOP and tree.calls[above].response == c.response
        if c.response not in often or inner or c.cached or c.started is None:
            continue
        ended = c.started if c.ended is None else c.ended
        uses.setdefault(c.response or "", []).append((c.started, ended))
    return frozenset(r for r, times in uses.items() if separate(times) > MAX_USES)


def separate(intervals: Iterable[Interval]) -> int:
    """Count intervals that can be told apart: the most that pairwise do not meet."""
    count, end = 0, float("-inf")
    for started, ended in sorted(intervals, key=lambda i: i[1]):
        if started > end:
            count, end = count + 1, ended
    return count


def count_once(records: Iterable[Record], notes: Notes) -> list[Record]:
    """Make one record of all that share a response id."""
    kept: list[Record] = []
    for group in _groups(list(records)):
        if len(group) > 1:
            _flag(group, notes)
        kept.append(absorb(group))
    return kept


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


def keep_one_certain(groups: Iterable[Sequence[Record]], notes: Notes) -> None:
    """Leave one use of each id that says nothing certain, and doubt the others."""
    for group in groups:
        ordered = sorted(group, key=lambda r: (-sum(pair(r.usage)), r.place))
        for record in ordered[1:]:
            record.certain = False
            record.flags += ("constant-id",)
        nodes = [n for r in ordered for n in r.nodes]
        message = (
            f"{len(ordered)} calls at separate times share a response id; it is not "
            "used to tell calls apart"
        )
        notes.add("constant-id", message, nodes, uses=len(ordered))


def _groups(records: list[Record]) -> list[list[Record]]:
    """Group records that share an id, directly or through a third."""
    link: dict[str, str] = {}
    for record in records:
        if len(record.ids) > 1:
            first, *others = record.ids
            for response in others:
                link[_find(link, response)] = _find(link, first)
    groups: dict[str | int, list[Record]] = {}
    for number, record in enumerate(records):
        key = _find(link, next(iter(record.ids))) if record.ids else number
        groups.setdefault(key, []).append(record)
    return list(groups.values())


def _find(link: dict[str, str], response: str) -> str:
    while (above := link.get(response, response)) != response:
        link[response] = link.get(above, above)
        response = above
    return response


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
    times = [
        (r.started, r.started if r.ended is None else r.ended)
        for r in group
        if r.started is not None
    ]
    if separate(times) > 1:
        message = "calls that do not overlap in time share a response id"
        notes.add("replay", message, nodes, **values)
