"""What a live run has to do with the other processes that take part in it.

The process that opens a run has its archive.  The others (started with ``environment``,
forked, or asked over HTTP) each write a part, and the first takes it in.
"""

import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from evalrata.instrument.accounting import Accounting
from evalrata.instrument.archive import Archive
from evalrata.instrument.at_exit import AtExit
from evalrata.instrument.dropping import dropping
from evalrata.instrument.episode import LiveEpisode
from evalrata.instrument.faults import FAULTS, Misuse
from evalrata.instrument.part import Part
from evalrata.instrument.part_lines import Left
from evalrata.instrument.parts import Parts
from evalrata.instrument.processor import OUTSIDE, EvaluationProcessor
from evalrata.instrument.reported import Reported, pins_of, samplers_of
from evalrata.instrument.roster import Roster
from evalrata.instrument.told import number
from evalrata.schemas.records import Episode, Instrument, Run

__all__ = ["Related"]

UNCOUNTED = (
    "a process was started in a run without an archive: what it did is not counted"
)


class Related(ABC):
    """The half of ``LiveRun`` that deals with other processes."""

    id: str
    benchmark: str | None
    of: str
    """Tells this opening of the run from others of the same name."""
    started: float
    ended: float | None
    archive: Archive | Part | None
    accounting: Accounting
    roster: Roster
    misuse: Misuse
    notes: list[str]
    parts: Parts | None
    """What other processes recorded; ``None`` where nobody asks."""
    processors: set[EvaluationProcessor | Reported]
    """Those that saw spans of the run."""
    unsampled = False
    """Whether it was entered below a parent that is not sampled."""
    moved = False
    """Whether it goes on in another process than the one that opened it."""
    _lock: threading.RLock
    _unfinished: int
    _tickets: int
    _before: tuple[int, int]
    """Counts of the process, when the run began: spans outside any run, faults."""
    _until: tuple[int, int] | None
    """The same when it ended; what comes after that is not of the run."""
    _card_path: str | os.PathLike[str] | None
    _exit: AtExit | None = None

    # In another process

    def move(self, folder: Path | None) -> None:
        """Go on in this process, whose lines are a part of the run's archive.

        ``folder`` is for the part; ``None`` if the run has no archive, so that
        nothing that happens here is recorded.  Episodes live where they were opened.
        """
        known = [*self.roster.elsewhere.values(), *self.roster.episodes()]
        part = None if folder is None else Part(folder, self.left, self._made)
        self.begin_here(part)
        self._card_path, self.moved = None, True
        for episode in known:
            self.know(episode)
        if part is not None:
            part.head(self.record(), self.started, of=self.of)

    def know(self, episode: LiveEpisode) -> None:
        """Take an episode that lives in another process, which is told of it."""
        episode.elsewhere = True
        self.roster.opened(episode)

    def left(self) -> Left:
        """Return what this process has to say of itself, at a moment of rest."""
        outside, faults = self._before
        until = self._until or (OUTSIDE.count, FAULTS.count)
        _, unknown = samplers_of(self.processors)
        return Left(
            final=self.ended is not None,
            spans=self.accounting.spans,
            unfinished=self._unfinished,
            late=self.accounting.late,
            outside=until[0] - outside,
            faults=until[1] - faults,
            evicted=self.accounting.evicted,
            misuse=self.misuse.count,
            lost=self.archive.lost if self.archive else 0,
            sampled=dropping(self),
            unknown_sampler=unknown,
            pins=pins_of(self.processors),
            notes=tuple(self.notes),
        )

    def tell(self, kind: str, value: Any) -> None:
        """Write a line that only the process that opened the run reads."""
        if isinstance(self.archive, Part):
            self.archive.add(kind, value)
            self.archive.flush()

    def under_way(self, what: Hashable) -> None:
        """Note that something begins that must end before this process may."""
        if isinstance(self.archive, Part):
            self.archive.busy(what)

    def at_rest(self, what: Hashable) -> None:
        """Note that it has ended."""
        if isinstance(self.archive, Part):
            self.archive.rest(what)

    def leave(self) -> None:
        """Close this process's part."""
        if isinstance(self.archive, Part):
            self.archive.finish(self.left())
        if self._exit is not None:
            self._exit.cancel()

    def _made(self) -> None:
        self._exit = AtExit(self.finish)

    # In the process that opened the run

    def take_in(self) -> None:
        """Take the rest of what other processes recorded, at the end of the run."""
        self.accounting.settle()
        if self.parts is None:
            return
        self.accounting.foreign(self.parts.finish)
        self.accounting.before = None

    def clear(self, *, whole: bool) -> None:
        """Remove the parts, if the archive has all that they had."""
        if self.parts is not None and whole:
            self.parts.remove()

    def ended_elsewhere(self, episode: LiveEpisode, record: Episode) -> None:
        """End an episode that another process ended and told about."""
        episode.ended = number((record.notes or {}).get("ended")) or time.time()
        self._finished(episode)

    # In both

    def issue(self) -> str:
        """Return a ticket for an environment that another process is to join by."""
        with self._lock:
            self._tickets += 1
            ticket = f"{os.getpid()}-{id(self):x}-{self._tickets}"
        if self.parts is not None:
            self.parts.issued.add(ticket)
        self.tell("issued", ticket)
        return ticket

    def redeem(self, ticket: str) -> None:
        """Take note that a process joined by a ticket."""
        if self.parts is not None:
            self.parts.joined.add(ticket)
        self.tell("joined", ticket)

    def uncounted(self) -> None:
        """Note that another process begins whose records nobody can take."""
        if UNCOUNTED not in self.notes:
            self.notes.append(UNCOUNTED)

    # What the other half has

    @abstractmethod
    def begin_here(self, archive: Archive | Part | None) -> None:
        """Begin in this process, without anything that another one counted."""

    @abstractmethod
    def record(self) -> Run:
        """Return the run as records have it."""

    @abstractmethod
    def finish(self, error: BaseException | None = None) -> None:
        """End the run, or this process's part in it."""

    @abstractmethod
    def pinned(self, instrument: Instrument) -> None:
        """Take a pin."""

    @abstractmethod
    def _finished(self, episode: LiveEpisode) -> None:
        """Write an episode that is done."""
