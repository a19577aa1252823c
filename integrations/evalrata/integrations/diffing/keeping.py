"""What is kept of the runs that are read: enough to compare them."""

from evalrata.lint.comparing.kept import Kept, keep
from evalrata.schemas.records import RunRecords

__all__ = ["Keeper"]


class Keeper:
    """Takes the runs that ``Reading`` reads; the records themselves are dropped."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self.kept: list[Kept] = []

    def add(self, records: RunRecords) -> None:
        """Keep a run's row, and a line for each of its episodes."""
        self.kept.append(keep(records))
