"""How much an archive may make us read."""

from msgspec import Struct

from evalrata.schemas.errors import LimitError
from evalrata.schemas.records import Where

__all__ = ["Budget", "Limits", "Meter"]


class Limits(Struct, frozen=True, kw_only=True):
    """Limits against hostile archives, for everything below one path.

    An uncompressed file on disk counts as one member, and nothing else.
    """

    expanded: int = 64 << 30
    """Bytes that all members together may have when expanded."""
    ratio: int = 500
    """How many times its packed size a member may have when expanded.  Logs that
    repeat their history pack well; a bomb of deflated zeros reaches 1,032."""
    ratio_from: int = 64 << 20
    """Expanded bytes below which the ratio does not matter."""
    members: int = 100_000
    """Members of all archives and folders together."""
    depth: int = 4
    """Archives and compressions inside one another."""
    name: int = 1024
    """Characters of a member's name."""


class Budget:
    """What one opening has used of its limits."""

    def __init__(self, limits: Limits) -> None:
        """Start with nothing used."""
        self.limits = limits
        self.expanded = 0
        self._members = 0

    def member(self, where: Where) -> None:
        """Count a member.  Raises ``LimitError``."""
        self._members += 1
        if self._members > self.limits.members:
            raise LimitError(where, f"has more than {self.limits.members:,} members")

    def declared(self, where: Where, size: int | None, packed: int | None) -> None:
        """Check the size that an archive says a member has.

        Raises ``LimitError``.
        """
        if size is not None:
            Meter(self, where, packed).check(size, self.expanded + size)


class Meter:
    """Counts one member's expanded bytes; reading them again does not count again."""

    def __init__(self, budget: Budget, where: Where, packed: int | None) -> None:
        """Start at 0.  ``packed`` is its packed size; ``None``: not packed."""
        self._budget = budget
        self._where = where
        self._packed = packed
        self._highest = 0

    def reached(self, position: int) -> None:
        """Note that reading got to ``position``.  Raises ``LimitError``."""
        if self._packed is not None and position > self._highest:
            self._budget.expanded += position - self._highest
            self._highest = position
            self.check(position, self._budget.expanded)

    def check(self, size: int, together: int) -> None:
        """Compare sizes with the limits.  Raises ``LimitError``."""
        limits = self._budget.limits
        if self._packed is None:
            return
        if size > limits.ratio_from and size > limits.ratio * max(self._packed, 1):
            raise LimitError(
                self._where,
                f"expands to more than {limits.ratio} times its packed size of "
                f"{self._packed:,} bytes",
            )
        if together > limits.expanded:
            raise LimitError(
                self._where,
                f"expands, with what was read before, to more than "
                f"{limits.expanded:,} bytes",
            )
