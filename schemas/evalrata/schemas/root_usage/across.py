"""Rules 6 to 8 of root usage: what records of all traces say about one another."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from msgspec import structs

from evalrata.schemas.root_usage.ids import constant_ids, count_once
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record
from evalrata.schemas.root_usage.repeats import join_repeats
from evalrata.schemas.root_usage.tree import Tree
from evalrata.schemas.root_usage.two_ids import settle_doubles

__all__ = [
    "billed_only",
    "by_constant_id",
    "compared",
    "in_order",
    "still_missing",
    "without_ids",
]


def without_ids(
    tree: Tree, known: AbstractSet[str] = frozenset()
) -> tuple[Tree, dict[int, str], frozenset[str]]:
    """Take ids that say nothing out; return where they were, and the constant ones.

    ``known`` are taken out besides those that look constant.
    """
    constant = constant_ids(tree)
    if not (constant or known):
        return tree, {}, constant
    where = {
        n: c.response
        for n, c in enumerate(tree.calls)
        if c.response and (c.response in constant or c.response in known)
    }
    calls = [
        structs.replace(c, response=None) if n in where else c
        for n, c in enumerate(tree.calls)
    ]
    return structs.replace(tree, calls=calls), where, constant


def billed_only(records: Iterable[Record], notes: Notes) -> list[Record]:
    """Drop what was answered from a cache."""
    billed = []
    for record in records:
        if record.cached:
            notes.add("cached", "answered from a cache, not billed", record.nodes)
        else:
            billed.append(record)
    return billed


def by_constant_id(
    records: Iterable[Record], constant: dict[int, str]
) -> Iterable[list[Record]]:
    """Group the certain records by the constant id that their spans had."""
    groups: dict[str, list[Record]] = {}
    for record in records if constant else ():
        used = {constant[n] for n in record.nodes if n in constant}
        if used and record.certain:
            groups.setdefault(min(used), []).append(record)
    return [group for group in groups.values() if len(group) > 1]


def compared(
    records: Iterable[Record],
    tree: Tree,
    notes: Notes,
    *,
    fingerprint: bool,
    doubtful: AbstractSet[int] = frozenset(),
) -> list[Record]:
    """Count once what is one call; ``doubtful`` are nodes that make a record unsure."""
    found = count_once(sorted(records, key=in_order), tree, notes)
    for record in found if doubtful else ():
        if not doubtful.isdisjoint(record.nodes):
            record.certain = False
    found = settle_doubles(found, tree, notes, fingerprint=fingerprint)
    return join_repeats(found, notes, fingerprint=fingerprint)


def in_order(record: Record) -> tuple[object, ...]:
    """Return the sort key of records; a span can leave two, of two models."""
    usage = record.usage
    return (record.place, usage.input or 0, usage.output or 0, record.model or "")


def still_missing(
    missing: Iterable[int], records: Iterable[Record], tree: Tree
) -> list[int]:
    """Drop calls whose usage another span of the same response id records."""
    known = {response for record in records for response in record.ids}
    return [node for node in missing if tree.calls[node].response not in known]
