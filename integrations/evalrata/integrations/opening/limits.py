"""How much an archive may make us read."""

from msgspec import Struct

from evalrata.schemas.errors import LimitError
from evalrata.schemas.records import Where

__all__ = ["Budget", "Limits", "Meter"]


class Limits(Struct, frozen=True, kw_only=True):
    """Limits against hostile archives, for everything below one path.

    ``ratio`` and ``keys`` count for each file on disk.

    An uncompressed file on disk counts as one member, and nothing else.
    """

    expanded: int = 64 << 30
    """Bytes that all members together may have when expanded."""
    ratio: int = 500
    """How many times its packed size a member may have when expanded, and how many
    times the size of a file on disk all that is packed in it, archives in archives
    included.  Logs that repeat their history pack well; a bomb of deflated zeros
    reaches 1,032, and archives in archives multiply that."""
    ratio_from: int = 64 << 20
    """Expanded bytes below which the ratio does not matter."""
    keys: int = 64
    """Different keys that are derived to decrypt members; each takes 0.2 s."""
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
        self._files: dict[str, _File] = {}

    def file(self, where: Where, size: int | None) -> None:
        """Begin a file on disk."""
        self._files[where.file] = _File(size)

    def key(self, where: Where) -> None:
        """Count a key that is derived for a file on disk.  Raises ``LimitError``."""
        file = self._file(where)
        file.keys += 1
        if file.keys > self.limits.keys:
            raise LimitError(
                where,
                f"needs one more key: at most {self.limits.keys} are derived for the "
                "members of one file",
            )

    def expands(self, where: Where, size: int) -> None:
        """Count bytes that are packed in a file on disk.  Raises ``LimitError``."""
        file, limits = self._file(where), self.limits
        file.expanded += size
        if file.size is None or file.expanded <= limits.ratio_from:
            return
        if file.expanded > limits.ratio * file.size:
            raise LimitError(
                where,
                f"expands, with all else that is packed in the file, to more than "
                f"{limits.ratio} times the file's size of {file.size:,} bytes",
            )

    def _file(self, where: Where) -> "_File":
        return self._files.setdefault(where.file, _File(None))

    def member(self, where: Where) -> None:
        """Count a member.  Raises ``LimitError``."""
        self._members += 1
        if self._members > self.limits.members:
            raise LimitError(where, f"has more than {self.limits.members:,} members")

    def declared(self, where: Where, size: int | None, packed: int | None) -> None:
        """Check the size that an archive says a member has.

        Raises ``LimitError``.
        """
        if size is not None and packed is not None:
            Meter(self, where, packed).check(size, self.expanded + size)
            self.expands(where, size)


class _File:
    """What a file on disk held so far."""

    def __init__(self, size: int | None) -> None:
        self.size = size
        self.expanded = 0
        self.keys = 0


class Meter:
    """Counts one member's expanded bytes; reading them again does not count again."""

    def __init__(
        self,
        budget: Budget,
        where: Where,
        packed: int | None,
        *,
        declared: bool = True,
    ) -> None:
        """Start at 0.

        ``packed`` is its packed size (``None``: not packed), and ``declared`` says
        whether its expanded size was known before and counted for its file.
        """
        self._budget = budget
        self._where = where
        self._packed = packed
        self._declared = declared
        self._highest = 0

    def reached(self, position: int) -> None:
        """Note that reading got to ``position``.  Raises ``LimitError``."""
        if self._packed is not None and position > self._highest:
            more, self._highest = position - self._highest, position
            self._budget.expanded += more
            self.check(position, self._budget.expanded)
            if not self._declared:
                self._budget.expands(self._where, more)

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
