"""The spans of a run: queued as they start and end, added up a few at a time.

The hooks of a processor run inside the harness's own calls, so they only queue.
What is queued is worked off when a hundred or so have come together, when a second
has passed, and whenever somebody asks.
"""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs
from opentelemetry.sdk.trace import ReadableSpan

from evalrata.instrument.entries import Entry
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.reading import Read, linking, read
from evalrata.instrument.trees import parents_first
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.running import RunningLedger, RunningSums

__all__ = ["Accounting"]

TOGETHER = 256
"""Spans that are worked off together."""
WAIT = 1.0
"""Seconds after which the next span that ends takes the waiting ones along."""


class Accounting:
    """Adds up the spans of one run."""

    def __init__(
        self,
        write: Callable[[Call], None],
        records: int,
        *,
        fingerprint: bool,
    ) -> None:
        """Start empty; ``write`` takes each call that the sums are made of."""
        self.ledger = RunningLedger(records=records, fingerprint=fingerprint)
        self.spans = 0
        self.started = 0
        self.late = 0
        self.evicted = 0
        self.closed = False
        self._write = write
        self._queue: deque[tuple[Entry, ReadableSpan | Call | None] | Entry] = deque()
        self._lock = threading.RLock()
        self._worked_off = time.monotonic()
        self.before: Callable[[], list[list[Call]]] | None = None
        """Asked for spans of other processes before each working off."""

    def start(self, entry: Entry) -> None:
        """Queue a span that started."""
        self._queue.append(entry)

    def end(self, entry: Entry, span: ReadableSpan | Call | None) -> None:
        """Queue a span that ended, and work off what waits if it is time to."""
        if self.closed:
            self.late += 1
            return
        self._queue.append((entry, span))
        waiting = len(self._queue)
        if waiting < TOGETHER and time.monotonic() - self._worked_off < WAIT:
            return
        # Another thread that is at it takes these along, unless it falls behind.
        if self._lock.acquire(blocking=waiting > 32 * TOGETHER):
            try:
                self._work_off()
            finally:
                self._lock.release()

    def sums(self) -> RunningSums:
        """Work off what waits, and return the sums so far."""
        with self._lock:
            self._work_off()
            return self.ledger.sums()

    def settle(self) -> None:
        """Work off what waits."""
        with self._lock:
            self._work_off()

    def close(self) -> int:
        """Finish; returns how many spans had not ended."""
        with self._lock:
            self._work_off()
            self.closed = True
            return self.ledger.close()

    def foreign(self, trees: Callable[[], list[list[Call]]]) -> None:
        """Take calls that other processes recorded, above what waits and before it."""
        with self._lock:
            self._take_in(trees)

    def _work_off(self) -> None:
        if self.before is not None:
            self._take_in(self.before)
        else:
            self._drain(self._queue)
        self._worked_off = time.monotonic()

    def _take_in(self, trees: Callable[[], list[list[Call]]]) -> None:
        """Put calls of other processes between the starts and the ends that wait.

        They may stand below a span of ours: it has started before they were made, and
        it must not end before those are known that were made while it was open.
        """
        queue, before = self._queue, len(self._queue)
        found = trees()
        if not found:
            self._drain(queue, before)
            return
        items = [queue.popleft() for _ in range(len(queue))]
        late = [i for i in items[before:] if not isinstance(i, Entry)]
        self._drain(deque(i for i in items if isinstance(i, Entry)))
        for calls in found:
            self._foreign(calls)
        self._drain(deque(i for i in items[:before] if not isinstance(i, Entry)))
        queue.extendleft(reversed(late))

    def _foreign(self, calls: Sequence[Call]) -> None:
        try:
            for call in parents_first(calls):
                above = call.parent
                parent = None if above is None else key_of(call.trace, above)
                self.ledger.start(key_of(call.trace, call.id), parent)
            for call in calls:
                self.spans += 1
                if self.ledger.end(key_of(call.trace, call.id), call):
                    self._write(call)
        except Exception as error:  # noqa: BLE001 - the next ones may be sound
            FAULTS.add("accounting for spans of another process", error)

    def _drain(self, queue: deque[Any], most: int = sys.maxsize) -> None:
        while queue and most:
            most -= 1
            item = queue.popleft()
            try:
                if isinstance(item, Entry):
                    self.started += 1
                    self.ledger.start(item.key, item.parent)
                else:
                    self._ended(*item)
            except Exception as error:  # noqa: BLE001 - the next span may be sound
                FAULTS.add("accounting for a span", error)

    def _ended(self, entry: Entry, span: ReadableSpan | Call | None) -> None:
        self.spans += 1
        if isinstance(span, ReadableSpan):
            found = read(entry, span)
            self._note(entry, span, found)
            call = found.call
        else:
            call = None if span is None else owned(entry, span)
        if self.ledger.end(entry.key, call):
            self._write(call or linking(entry, span))

    def _note(self, entry: Entry, span: ReadableSpan, found: Read) -> None:
        if span.dropped_attributes:
            self.evicted += 1
        if found.tool is not None and entry.episode is not None:
            entry.episode.tool(entry.key, entry.parent, found.tool)


def key_of(trace: str | None, span: str) -> Any:
    """Return the key that a span of this process has for the same ids."""
    try:
        return (int(trace or "", 16), int(span, 16))
    except ValueError:
        return (trace, span)


def owned(entry: Entry, call: Call) -> Call:
    """Say whose a call is that came without a span; what it declares itself stands."""
    episode = entry.episode
    declared = call.known == "declared"
    return structs.replace(
        call,
        actor=call.actor if declared else entry.actor or call.actor,
        known=call.known if declared or entry.actor is None else entry.known,
        task=episode.task if episode else call.task,
        trial=episode.trial if episode else call.trial,
    )
