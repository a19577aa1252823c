"""What a span that ended leaves behind until the rules are applied to it."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import own_usage, pair, pair_of_sum
from evalrata.schemas.root_usage.running.spilled import Spilled

__all__ = [
    "Held",
    "Knot",
    "Node",
    "Unit",
    "ids_of",
    "is_lost",
    "is_plain",
    "merged",
    "outermost",
    "says_usage",
    "size_of",
]

T = TypeVar("T")


class Knot(Struct, eq=False, kw_only=True):
    """A span whose meaning depends on what is below it, with all of that."""

    call: Call | None
    """``None``: it only holds spans together."""
    kids: list["Unit"]
    late: bool = False
    """It belongs to a span that was settled before."""
    ghost: bool = False
    """It was settled, and is here for its siblings to be compared with."""

    same: Call | None = None
    """The call that all of it is, where that is beyond doubt."""
    spans: int = 1
    """Number of spans in it."""


Unit = Call | Knot
"""A ``Call`` is a span with usage of its own and nothing below: a record for itself,
whatever is above it.  Or, in ``Held.mute`` and ``silent``, one without usage."""


class Held(Struct, eq=False, kw_only=True):
    """What is below an open span."""

    kids: list[Call] = []
    """Children that are plain calls."""
    tied: list[Knot] = []
    """Children that are not."""
    floats: list[Call] = []
    """Plain calls from further below: nothing on the way up says anything of them."""
    knots: list[Knot] = []
    """Others from further below."""
    mute: list[Unit] = []
    """Children without usage that may be missing calls, or have a response id."""
    silent: list[Unit] = []
    """Such spans from further below."""
    wants: bool = False
    """Whether a model call without usage is among these."""
    bulk: int = 0
    """Spans in all but ``kids`` and ``floats``."""
    failed: bool = False
    accounted: bool = False
    """Whether a span below is needed to reproduce the sums."""
    spilled: Spilled | None = None
    """Sums of what has moved on because there was too much of it."""
    ghosts: dict[Hashable, Knot] = {}
    """The latest roll-up that has moved on, of each kind that can be compared."""

    @property
    def filled(self) -> bool:
        """Whether records are below, or calls whose usage is missing."""
        return bool(
            self.kids
            or self.tied
            or self.floats
            or self.knots
            or self.wants
            or self.spilled
        )

    @property
    def load(self) -> int:
        """Number of spans that are held."""
        return len(self.kids) + len(self.floats) + self.bulk

    def clear(self) -> None:
        """Forget the spans, which are elsewhere now."""
        self.kids, self.tied, self.floats, self.knots = [], [], [], []
        self.mute, self.silent, self.bulk = [], [], 0

    def is_needed(self) -> bool:
        """Whether the archive needs the span above, for the links."""
        return self.accounted or self.filled


class Node(Struct, eq=False):
    """A span that is open, or that waits for spans below it which are."""

    parent: "Node"
    pending: int = 1
    """Children that have not finished, and 1 if the span itself has not ended."""
    ended: bool = False
    key: Hashable = None
    call: Call | None = None
    """Kept while it waits."""
    held: Any = None
    """``Held``, once anything is below; that of an outermost one is always there."""


def outermost() -> Node:
    """Return what is above the tops of paths; it never ends, and is above itself."""
    node = Node(None, held=Held())  # type: ignore[arg-type] # set in the next line
    node.parent = node
    return node


def is_plain(call: Call) -> bool:
    """Say whether a span without anything below is a record, whatever is around it."""
    own = own_usage(call)
    if own is None or call.kind == "rollup" or call.cached:
        return False
    return not call.rollup or pair_of_sum(call.rollup) == pair(own)


def says_usage(call: Call) -> bool:
    """Say whether a span has usage of its own or a roll-up."""
    return bool(own_usage(call) or call.rollup)


def is_lost(call: Call) -> bool:
    """Say whether a span without anything below is a call whose usage is missing."""
    return call.kind == "call" and not (call.error or call.cached or call.rollup)


def ids_of(unit: Unit) -> Iterator[str]:
    """Yield the response ids of a span and all below it."""
    waiting = [unit]
    while waiting:
        one = waiting.pop()
        call = one if isinstance(one, Call) else one.call
        if call is not None and call.response:
            yield call.response
        if isinstance(one, Knot):
            waiting += one.kids


def size_of(units: Iterable[Unit]) -> int:
    """Count the spans."""
    return sum(u.spans if isinstance(u, Knot) else 1 for u in units)


def merged(one: list[T], other: list[T]) -> list[T]:
    """Put two lists together, the shorter into the longer; both are used up."""
    if len(one) < len(other):
        one, other = other, one
    one += other
    return one
