"""One call under two response ids, one span inside the other, or two calls."""

from collections.abc import Iterable, Iterator

from evalrata.schemas.model_names import base_name
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.connected import find, link
from evalrata.schemas.root_usage.ids import absorb, doubt_all_but_one
from evalrata.schemas.root_usage.notes import Double, Notes
from evalrata.schemas.root_usage.record import Record, pair
from evalrata.schemas.root_usage.tree import Tree

__all__ = ["settle_doubles"]

KIND = "id-differs"


def settle_doubles(
    records: list[Record], tree: Tree, notes: Notes, *, fingerprint: bool
) -> list[Record]:
    """Leave one record of each such call certain; with ``fingerprint``, join them.

    Asked after records of one id are one: an id that joined both spans elsewhere has
    settled it, and one that made a doubted span certain has not.
    """
    if fingerprint:
        records = _joined(records, tree, notes)
    links: dict[Record, Record] = {}
    for double, inner, outer in _open(records, notes):
        link(links, inner, outer)
        message = "one span inside the other under two response ids: one call or two"
        values = {
            "responses": list(double.responses),
            "usage": list(pair(outer.usage)),
        }
        notes.add("id-differs", message, (double.inner, double.outer), **values)
    for group in _groups(records, links):
        doubt_all_but_one(group, KIND)
    return records


def _open(
    records: list[Record], notes: Notes
) -> Iterator[tuple[Double, Record, Record]]:
    """Yield the doubles that are two records still."""
    if not notes.doubles:
        return
    home = {node: record for record in records for node in record.nodes}
    for double in notes.doubles:
        inner, outer = home.get(double.inner), home.get(double.outer)
        if inner is not None and outer is not None and inner is not outer:
            yield double, inner, outer


def _groups(
    records: list[Record], links: dict[Record, Record]
) -> Iterable[list[Record]]:
    groups: dict[Record, list[Record]] = {}
    for record in records if links else ():
        groups.setdefault(find(links, record), []).append(record)
    return [group for group in groups.values() if len(group) > 1]


def _joined(records: list[Record], tree: Tree, notes: Notes) -> list[Record]:
    """Join what looks like one call, each instrumentation once."""
    links: dict[Record, Record] = {}
    scopes: dict[Record, set[str]] = {}
    for double, inner, outer in _open(records, notes):
        a, b = find(links, inner), find(links, outer)
        one, other = (scopes.setdefault(r, set(r.scopes)) for r in (a, b))
        calls = tree.calls[double.inner], tree.calls[double.outer]
        if a is b or not _looks_like_one(*calls) or not one.isdisjoint(other):
            continue
        if len(one) < len(other):
            a, b, one, other = b, a, other, one
        link(links, a, b)
        one |= other
    dropped: set[Record] = set()
    for group in _groups(records, links):
        nodes = [n for r in group for n in r.nodes]
        message = f"{len(group)} spans of different ids, one inside the other"
        notes.add("fingerprint", message, nodes, usage=list(pair(group[0].usage)))
        kept = absorb(group)
        kept.flags = (*(f for f in kept.flags if f != KIND), "fingerprint")
        dropped.update(r for r in group if r is not kept)
    return [r for r in records if r not in dropped]


def _looks_like_one(inner: Call, outer: Call) -> bool:
    """Ask for one model and task, different instrumentations, and times that enclose.

    The usage is equal already: that is what made them a double.
    """
    if not (inner.model and outer.model and inner.scope and outer.scope):
        return False
    return (
        base_name(inner.model) == base_name(outer.model)
        and inner.task == outer.task
        and inner.scope != outer.scope
        and _encloses(outer, inner)
    )


def _encloses(outer: Call, inner: Call) -> bool:
    if outer.started is None or outer.ended is None or inner.started is None:
        return False
    ended = inner.started if inner.ended is None else inner.ended
    return outer.started <= inner.started and ended <= outer.ended
