"""Rule 3 of root usage: a model call that encloses records of model calls."""

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import Below, nameless
from evalrata.schemas.root_usage.notes import Double, Notes
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
    elif (equal := below.first(pair(own))) is not None:
        _may_be_same(node, call, own, equal, below, notes)
    elif pair(own) in (below.low, below.high):
        pass  # it wraps all that is below
    elif call.response and not below.anonymous:
        below.put(start(node, call, own))  # another id and other usage: another call
    else:
        may_be_own(node, call, own, below, notes)


def _same_call(call: Call, own: Usage, below: Below) -> Record | None:
    """Find the record of the same call: by its id, else by equal usage."""
    if not call.response:
        return below.first(pair(own))
    same = below.first(call.response)
    return same if same is not None else below.first(nameless(own))


def _may_be_same(  # noqa: PLR0913, PLR0917 - the span, and the record like it
    node: int, call: Call, own: Usage, equal: Record, below: Below, notes: Notes
) -> None:
    """Leave open whether a span of another id is the record's call; see ``two_ids``."""
    responses = (next(reversed(equal.ids)), call.response or "")
    notes.doubles.append(Double(equal.nodes[-1], node, responses))
    below.put(start(node, call, own, certain=False, flags=("id-differs",)))


def may_be_own(node: int, call: Call, own: Usage, below: Below, notes: Notes) -> None:
    """Count usage that may be a call of its own in the upper bound alone."""
    below.put(start(node, call, own, certain=False, flags=("own-call",)))
    message = "a span around model calls may have made a call of its own"
    notes.add("own-call", message, (node,), usage=list(pair(own)))
