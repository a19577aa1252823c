"""Accounting in another process than the opening one: nothing waits in memory."""

from opentelemetry.sdk.trace import ReadableSpan

from evalrata.instrument.accounting import Accounting
from evalrata.instrument.entries import Entry, above_of
from evalrata.instrument.part import Part
from evalrata.schemas.records import Call

__all__ = ["PartAccounting"]


class PartAccounting(Accounting):
    """Works off each span as it ends, and says when spans are under way.

    The ledger only decides which spans the sums need; the sums that count are made
    where the run was opened.
    """

    def __init__(self, part: Part, records: int, *, fingerprint: bool) -> None:
        """Start empty."""
        super().__init__(self._recorded, records, fingerprint=fingerprint)
        self._part = part
        self._within = False

    def start(self, entry: Entry) -> None:
        """Queue a span that started."""
        self._part.busy(entry)
        super().start(entry)

    def end(self, entry: Entry, span: ReadableSpan | Call | None) -> None:
        """Work off a span that ended."""
        if self.closed:
            self.late += 1
            return
        with self._lock:
            self._queue.append((entry, span))
            self._work_off()
        self._part.rest(entry)

    def _ended(self, entry: Entry, span: ReadableSpan | Call | None) -> None:
        over = above_of(entry)
        self._within = over is not None and over.run is entry.run and not over.done
        super()._ended(entry, span)

    def _recorded(self, call: Call) -> None:
        self._part.call(call, within=self._within)
