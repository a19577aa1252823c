"""Rule 3 of root usage: a model call that encloses records of model calls."""

from collections.abc import Iterable

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import Below
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record, pair, start

__all__ = ["enclose", "may_be_own"]


def enclose(node: int, call: Call, own: Usage, below: Below, notes: Notes) -> None:
    """Take the span as the same call, as a sum, or as a call of its own."""
    same = _same_call(call, own, below)
    if same is not None:
        if pair(own) != pair(same.usage):
            message = "spans of one response id, one inside the other, differ in usage"
            notes.add("usage-differs", message, (same.nodes[0], node))
        below.join(same, node, call, own)
    elif pair(own) in (below.low, below.high):
        _join_sum(node, call, own, below, notes)
    elif call.response and not below.anonymous and not below.find(pair(own)):
        below.put(start(node, call, own))  # another id and other usage: another call
    else:
        may_be_own(node, call, own, below, notes)


def _same_call(call: Call, own: Usage, below: Below) -> Record | None:
    """Find the record of the same call: by its id, else by equal usage."""
    by_id = below.find(call.response) if call.response else ()
    if by_id:
        return _first(by_id)
    equal = [r for r in below.find(pair(own)) if not (call.response and r.ids)]
    return _first(equal) if equal else None


def _first(records: Iterable[Record]) -> Record:
    return min(records, key=lambda r: r.place)


def _join_sum(node: int, call: Call, own: Usage, below: Below, notes: Notes) -> None:
    """Take the span as a wrapper of all that is below; of one record, as that call."""
    if len(below.records) != 1:
        return
    (record,) = below.records
    message = "one call, one span inside the other, under two response ids"
    notes.add("id-differs", message, (record.nodes[0], node))
    below.join(record, node, call, own)


def may_be_own(node: int, call: Call, own: Usage, below: Below, notes: Notes) -> None:
    """Count usage that may be a call of its own in the upper bound alone."""
    below.put(start(node, call, own, certain=False, flags=("own-call",)))
    message = "a span around model calls may have made a call of its own"
    notes.add("own-call", message, (node,), usage=list(pair(own)))
