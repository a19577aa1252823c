"""What the rules across traces ask of plain calls, taken in one pass over them.

Calls that waited are no longer in the processor's cache; a few hundred at a time are
brought there once.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import Pair, Record
from evalrata.schemas.root_usage.running.past import Twin
from evalrata.schemas.root_usage.running.spilled import columns, most

__all__ = ["Glance", "glance", "twin"]

SLICE = 512


class Glance(Struct, eq=False, kw_only=True):
    """Columns of plain calls."""

    ids: list[str] = []
    """Response ids, as often as they are there."""
    twins: list[Twin | None] = []
    """For each call with times, these; see rule 8."""
    scopes: set[str] = field(default_factory=set)
    nameless: bool = False
    """Whether a call has no response id."""
    latest: float = float("-inf")
    """No call started or ended later."""
    largest: Pair = (0, 0)


def glance(calls: Sequence[Call]) -> Glance:
    """Look at each call once."""
    seen = Glance()
    for at in range(0, len(calls), SLICE):
        some = calls[at : at + SLICE]
        seen.ids += [c.response for c in some if c.response]
        seen.twins += map(twin, some)
        seen.scopes.update([c.scope for c in some if c.scope])
        times = [c.started for c in some if c.started is not None]
        times += [c.ended for c in some if c.ended is not None]
        seen.latest = max(seen.latest, max(times, default=seen.latest))
        seen.largest = most(
            seen.largest, columns([c.usage for c in some if c.usage])[1]
        )
    seen.nameless = len(seen.ids) < len(calls)
    return seen


def twin(one: Call | Record) -> Twin | None:
    """Return what siblings that are one call have in common."""
    if one.started is None or one.ended is None:
        return None
    return (one.parent, one.started, one.ended)
