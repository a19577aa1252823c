"""What could not be read, each place once."""

import os
import re

from msgspec import structs

from evalrata.schemas.errors import InputError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where

__all__ = ["DEBUG", "Faults"]

DEBUG = "EVALRATA_DEBUG"
"""Environment variable: with ``1``, a fault of evalrata itself is raised again."""


FEW = 3
"""Faults of one limit in one file that are told one by one."""
_NUMBER = re.compile(r"\d[\d,]*")


class Faults:
    """Collects faults in the order in which they happen.

    A limit that more than ``FEW`` members of a file exceed is one fault, with their
    number.
    """

    def __init__(self) -> None:
        """Start without any."""
        self._faults: dict[tuple[str, str, str], Fault] = {}
        self._limits: dict[tuple[str, str], set[str]] = {}
        """Places by file and limit."""

    def __len__(self) -> int:
        """Count them."""
        others = (f for f in self._faults.values() if f.kind != "limit")
        return sum(1 for _ in others) + sum(map(len, self._limits.values()))

    def all(self) -> tuple[Fault, ...]:
        """Return them."""
        found: list[Fault] = []
        told: set[tuple[str, str]] = set()
        for fault in self._faults.values():
            limit = _limit(fault)
            count = len(self._limits.get(limit, ()))
            if fault.kind != "limit" or count <= FEW:
                found.append(fault)
            elif limit not in told:
                found.append(_and_more(fault, count - 1))
                told.add(limit)
        return tuple(found)

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
        if fault.kind == "limit":
            places = self._limits.setdefault(_limit(fault), set())
            places.add(str(fault.where))
            if len(places) > FEW:
                return
        self._faults.setdefault((fault.kind, str(fault.where), fault.message), fault)


def _limit(fault: Fault) -> tuple[str, str]:
    """Return the file and the limit, whatever the member's own numbers are."""
    return fault.where.file, _NUMBER.sub("#", fault.message)


def _and_more(fault: Fault, count: int) -> Fault:
    likewise = f"{fault.message} (likewise {count:,} other members of the file)"
    return structs.replace(fault, message=likewise)
