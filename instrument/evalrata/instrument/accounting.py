"""The spans of a run: queued as they start and end, added up a few at a time.

The hooks of a processor run inside the harness's own calls, so they only queue.
What is queued is worked off when a hundred or so have come together, when a second
has passed, and whenever somebody asks.
"""

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs
from opentelemetry.sdk.trace import ReadableSpan

from evalrata.instrument.entries import Entry
from evalrata.instrument.faults import FAULTS, first_line
from evalrata.instrument.naming import Naming
from evalrata.instrument.quiet import QuietLock
from evalrata.instrument.reading import linking, read
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.running import RunningLedger, RunningSums

__all__ = ["Accounting"]

TOGETHER = 256
"""Starts and ends that are worked off together."""
REPEATED = (
    "spans have the ids of earlier ones, as where a harness seeds `random`, from which "
    "OpenTelemetry draws them; each counts, and has a number in the archive"
)
INTERRUPTED = "an exception that is not evalrata's interrupted it"
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
        written: Callable[[], None] | None = None,
    ) -> None:
        """Start empty; ``write`` takes each call that the sums are made of.

        ``written`` is told when some have been: what is only queued is lost with the
        process, and takes memory.
        """
        self._written = written
        self.ledger = RunningLedger(records=records, fingerprint=fingerprint)
        self.spans = 0
        self.late = 0
        self.evicted = 0
        self.closed = False
        self._write = write
        self._queue: deque[tuple[Entry, ReadableSpan | Call | None] | Entry] = deque()
        self._lock = QuietLock()
        self._busy = False
        """Whether the thread that holds the lock is at it: a signal handler, or a
        finaliser, that comes in between leaves what it brings to it."""
        self._halfway: deque[Any] | None = None
        """What the first of is in the ledger in part; stays where that is left so."""
        self._trees: deque[list[Call]] = deque()
        self._naming = Naming()
        self._last: RunningSums | None = None
        self.unsound: str | None = None
        """Why the sums may be wrong, if something went wrong while adding up."""
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
        """Work off what waits, and return the sums so far.

        Within the working off itself, those that were asked for last.
        """
        with self._lock:
            self._alone(self._sum_up)
            return self._last or RunningLedger().sums()

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
            self._alone(lambda: self._take_in(trees))

    def notes(self) -> Iterator[str]:
        """Yield what a reader of the sums must know."""
        if repeats := self._naming.repeats:
            yield f"{REPEATED}: {repeats}"

    def _work_off(self) -> None:
        self._alone(self._all)

    def _alone(self, work: Callable[[], None]) -> None:
        """Do something with the ledger, unless this thread is at it already."""
        if self._busy:
            return
        self._busy = True
        try:
            self._drop_broken()
            work()
        finally:
            self._busy = False

    def _drop_broken(self) -> None:
        """Do not do again what was left half done, and say so."""
        broken, self._halfway = self._halfway, None
        if broken is not None:
            broken.popleft()
            self.unsound = self.unsound or INTERRUPTED
            FAULTS.add("accounting", RuntimeError(INTERRUPTED))

    def _failed(self, error: Exception) -> None:
        FAULTS.add("accounting", error)
        if self._halfway is not None:
            self.unsound = self.unsound or first_line(error)

    def _all(self) -> None:
        if self.before is not None:
            self._take_in(self.before)
        else:
            self._drain(self._queue)
        if self._written is not None:
            self._written()
        self._worked_off = time.monotonic()

    def _sum_up(self) -> None:
        self._all()
        self._halfway = deque((None,))
        self._last = self.ledger.sums()
        self._halfway = None

    def _take_in(self, trees: Callable[[], list[list[Call]]]) -> None:
        """Put calls of other processes between the starts and the ends that wait.

        They may stand below a span of ours: it has started before they were made, and
        it must not end before those are known that were made while it was open.
        """
        before = len(self._queue)
        self._halfway = deque((None,))
        try:
            self._trees.extend(trees())
            if self._trees:
                for item in self._queue.copy():
                    if isinstance(item, Entry) and not item.begun:
                        item.begun = True
                        self._begin(item)
        except Exception as error:  # noqa: BLE001 - what waits may be sound
            self._failed(error)
        self._halfway = None
        self._drain(self._trees)
        self._drain(self._queue, before)

    def _drain(self, queue: deque[Any], most: int = sys.maxsize) -> None:
        """Work off the first; each stays in the queue until that is done."""
        while queue and most:
            most -= 1
            item = queue[0]
            try:
                if isinstance(item, Entry):
                    if not item.begun:
                        self._halfway = queue
                        self._begin(item)
                elif isinstance(item, list):
                    self._halfway = queue
                    self._foreign(item)
                else:
                    self._ended(*item)
            except Exception as error:  # noqa: BLE001 - the next one may be sound
                self._failed(error)
            self._halfway = None
            queue.popleft()

    def _begin(self, entry: Entry) -> None:
        if entry.context is not None:
            self._naming.begin(entry)
        self.ledger.start(entry.key, entry.parent)

    def _foreign(self, calls: Sequence[Call]) -> None:
        keyed = self._naming.foreign(calls)
        for key, parent, _ in keyed.values():
            self.ledger.start(key, parent)
        for original in calls:
            self.spans += 1
            key, _, call = keyed[original.trace, original.id]
            if self.ledger.end(key, call):
                self._write(call)

    def _ended(self, entry: Entry, span: ReadableSpan | Call | None) -> None:
        tool, evicted = None, False
        if isinstance(span, ReadableSpan):
            found = read(entry, span)
            call, tool = found.call, found.tool
            evicted = span.dropped_attributes > 0
        else:
            call = None if span is None else owned(entry, span)
        # Up to here it can be done again.
        self._halfway = self._queue
        self.spans += 1
        self.evicted += evicted
        if tool is not None and entry.episode is not None:
            entry.episode.tool(entry.key, entry.parent, tool, at=_ended_at(span))
        if self.ledger.end(entry.key, call):
            self._write(call or linking(entry, span))
        if self._naming.open:
            self._naming.end(entry)


def _ended_at(span: Any) -> float | None:
    """Return when a span ended, in seconds since 1970."""
    nanoseconds: int | None = span.end_time
    return None if nanoseconds is None else nanoseconds / 1e9


def _nothing() -> None:
    """Do nothing."""


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
