"""What a flag of root usage says in words, and what would settle it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage import Flag

__all__ = ["KINDS", "Kind", "lost_parents"]


class Kind(Struct, frozen=True):
    """One kind of flag (``evalrata.schemas.root_usage``)."""

    text: str
    settles: str
    """What would decide it."""
    settled: bool = False
    """Whether the spans decide it already: it is said, but nothing is open."""


_IDS = "a response id on every span, or captured content,"
_WHOLE = "an export of the whole trace"

KINDS = {
    "own-call": Kind("spans that may be calls of their own above others", _IDS),
    "may-repeat": Kind("records that look like one call", f"`--fingerprint`, {_IDS}"),
    "may-be-cumulative": Kind(
        "roll-ups that may carry the one before along", "the calls below them"
    ),
    "counts-nested": Kind(
        "roll-ups that equal the sum of nested spans below them", _WHOLE
    ),
    "residual": Kind("roll-ups that say more than the calls below them", _WHOLE),
    "below-children": Kind("roll-ups that say less than the calls below them", _WHOLE),
    "id-differs": Kind(
        "spans inside one another with equal usage under two response ids, one call or "
        "two",
        "`--fingerprint`, or the provider's id on both spans",
    ),
    "reused-id": Kind(
        "response ids used at separate times with different usage, one call or several",
        "the provider's id on every span",
    ),
    "usage-differs": Kind(
        "records of one response that differ in usage, the larger counted",
        "the provider's own count",
    ),
    "fingerprint": Kind("records that were joined since they look like one call", _IDS),
    "cycle": Kind("spans that name one another as parent", _WHOLE),
    "lost-parent": Kind("spans whose parent is not in the data", _WHOLE),
    "cumulative": Kind(
        "roll-ups that carry the one before along, their calls counted",
        "the calls below them",
        settled=True,
    ),
    "cached": Kind(
        "calls answered from a cache, not counted as billed",
        "the span itself",
        settled=True,
    ),
}
"""In the order in which findings come."""


def lost_parents(calls: Sequence[Call]) -> Iterator[Flag]:
    """Flag each parent that spans name and the data does not have."""
    known = {call.id for call in calls}
    below: dict[tuple[str | None, str], list[int]] = {}
    for i, call in enumerate(calls):
        if call.parent is not None and call.parent not in known:
            below.setdefault((call.trace, call.parent), []).append(i)
    for (_, parent), spans in below.items():
        message = f"the parent {parent} of {len(spans)} spans is not in the data"
        yield Flag(kind="lost-parent", message=message, spans=tuple(spans))
