"""Spans that start after the one above them has ended."""

from collections.abc import Hashable

from evalrata.schemas.root_usage.running.units import Held, Knot, Node, Unit, size_of

__all__ = ["RECENT", "Gone", "marked_late"]

RECENT = 8192
"""Spans that ended are remembered until twice as many have ended after them."""


class Gone:
    """Which spans ended lately, and what was above them."""

    __slots__ = ("_before", "recent", "used")

    def __init__(self) -> None:
        """Start with none."""
        self.recent: dict[Hashable, Node | None] = {}
        """The span above; ``None`` where the span itself has a say in the sums."""
        self.used = False
        """Whether any was noted by ``note``."""
        self._before: dict[Hashable, Node | None] = {}

    def note(self, key: Hashable, above: Node | None) -> None:
        """Remember a span."""
        self.used = True
        self.recent[key] = above
        if len(self.recent) > RECENT:
            self.age()

    def age(self) -> None:
        """Forget the older half."""
        self._before, self.recent = self.recent, {}

    def __contains__(self, key: Hashable) -> bool:
        """Whether the span ended lately."""
        return key in self.recent or key in self._before

    def above(self, key: Hashable) -> Node | None:
        """Return what was above it; ``None`` if it has a say, or is not remembered."""
        return self.recent.get(key) or self._before.get(key)


def marked_late(late: Held, top: Held) -> int:
    """Put late spans with the others, to count in the upper bound; return how many."""
    units: list[Unit] = [*late.kids, *late.tied, *late.floats, *late.knots]
    for unit in units:
        top.knots.append(Knot(call=None, kids=[unit], late=True, spans=size_of([unit])))
    top.silent += late.mute + late.silent
    top.bulk += late.load
    late.clear()
    return len(units)
