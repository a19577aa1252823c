"""Reporting what is wrong with a document: each place once, and not without end."""

from collections import Counter
from collections.abc import Callable

import msgspec

from evalrata.schemas.errors import InputError, MalformedError, TruncatedError
from evalrata.schemas.records import Where

__all__ = ["MOST", "Faults"]

MOST = 100
"""Faults that are reported one by one below one top-level key."""


class Faults:
    """The faults of one document, on their way to whoever asked for them.

    A document that is walked twice reports a fault once.
    """

    def __init__(self, where: Where, on_fault: Callable[[InputError], None]) -> None:
        """Report to ``on_fault`` about the document at ``where``."""
        self._where = where
        self._on_fault = on_fault
        self._seen: set[tuple[str, str]] = set()
        self._counts: Counter[str] = Counter()
        self._encoding: int | None = None

    def truncated(self, pointer: str, message: str) -> None:
        """Report the place at which the document ends early."""
        self.report(TruncatedError(self.place(pointer), message))

    def malformed(self, pointer: str, message: str) -> None:
        """Report a place that cannot be read."""
        self.report(MalformedError(self.place(pointer), message))

    def part(self, key: str, pointer: str, message: str) -> None:
        """Report a part of a top-level value; after ``MOST`` of them, only count."""
        self._counts[key] += 1
        if self._counts[key] <= MOST:
            self.malformed(pointer, message)

    def close(self, key: str, pointer: str) -> None:
        """Say how many parts of a top-level value were only counted."""
        rest = self._counts.pop(key, 0) - MOST
        if rest > 0:
            self.malformed(pointer, f"{rest:,} more parts of it cannot be read")

    def not_utf8(self, position: int) -> None:
        """Keep the first byte that is not UTF-8, for ``finish`` to report."""
        self._encoding = position

    def finish(self) -> None:
        """Report the encoding, if no value that was read had the broken byte."""
        if self._encoding is not None:
            self.malformed("", f"is not UTF-8 at byte {self._encoding}")

    def report(self, error: InputError) -> None:
        """Pass an error on, unless it was reported before."""
        if error.message.endswith(f"is not UTF-8 at byte {self._encoding}"):
            self._encoding = None
        place = (error.where.pointer or "", error.message)
        if place not in self._seen:
            self._seen.add(place)
            self._on_fault(error)

    def place(self, pointer: str) -> Where:
        """Return the place of a JSON pointer in this document."""
        return msgspec.structs.replace(self._where, pointer=pointer)
