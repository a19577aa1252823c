"""What could not be read, each place once."""

import os

from evalrata.schemas.errors import InputError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where

__all__ = ["DEBUG", "Faults"]

DEBUG = "EVALRATA_DEBUG"
"""Environment variable: with ``1``, a fault of evalrata itself is raised again."""


class Faults:
    """Collects faults in the order in which they happen."""

    def __init__(self) -> None:
        """Start without any."""
        self._faults: dict[tuple[str, str, str], Fault] = {}

    def __len__(self) -> int:
        """Count them."""
        return len(self._faults)

    def all(self) -> tuple[Fault, ...]:
        """Return them."""
        return tuple(self._faults.values())

    def add(self, error: InputError) -> None:
        """Keep a place that cannot be read."""
        self._keep(Fault(kind=error.kind, where=error.where, message=error.message))

    def nothing_read(self, where: Where, message: str) -> None:
        """Keep that an input held nothing to read, though nothing failed."""
        self._keep(Fault(kind="nothing-read", where=where, message=message))

    def internal(self, part: str, where: Where, error: Exception) -> None:
        """Keep that evalrata itself failed; ``part`` says where in it."""
        if os.environ.get(DEBUG) == "1":
            raise error
        message = (
            f"{part} failed: {type(error).__name__}: {error} (a fault of evalrata or "
            f"of a plug-in, not of the file; {DEBUG}=1 shows where)"
        )
        self._keep(Fault(kind="internal", where=where, message=message))

    def _keep(self, fault: Fault) -> None:
        self._faults.setdefault((fault.kind, str(fault.where), fault.message), fault)
