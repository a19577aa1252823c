"""One live run: its episodes, its spans, its archive and its card."""

import math
import os
import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal

from msgspec import structs

from evalrata.instrument.about import About, run_record
from evalrata.instrument.accepted import (
    named,
    one_of,
    pin_of,
    trial_of,
    unless_refused,
)
from evalrata.instrument.accounting import Accounting
from evalrata.instrument.archive import Archive, put_whole
from evalrata.instrument.carding import card_json, card_of, grouped
from evalrata.instrument.context import Scope, current
from evalrata.instrument.entries import known_late, let_go, opened, taken
from evalrata.instrument.episode import LiveEpisode
from evalrata.instrument.faults import FAULTS, Misuse, first_line
from evalrata.instrument.forks import LIVE
from evalrata.instrument.guarded import guarded
from evalrata.instrument.opening import Episodes
from evalrata.instrument.part import Part
from evalrata.instrument.part_accounting import PartAccounting
from evalrata.instrument.part_lines import Opened
from evalrata.instrument.parts import Parts
from evalrata.instrument.processor import OUTSIDE
from evalrata.instrument.related import Related
from evalrata.instrument.roster import Roster
from evalrata.instrument.told import Told, described
from evalrata.schemas.card import Card, Dropped
from evalrata.schemas.card_text import three_lines
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Actor, Call, Instrument, Role, Run
from evalrata.schemas.report import Tokens
from evalrata.schemas.root_usage.running import Group

__all__ = ["LiveRun"]

NAMELESS = "?"
"""Task of an episode whose task has no text."""

KEYS: dict[str, Callable[[Group], Hashable]] = {
    "actor": lambda group: group.actor,
    "model": lambda group: group.model,
    "episode": lambda group: (group.task, group.trial),
}


class LiveRun(Related):
    """What ``with run(...) as r`` gives.  Its methods may be called from any thread."""

    def __init__(  # noqa: PLR0913 - what `run` was given
        self,
        about: About,
        *,
        archive: Archive | None = None,
        card: str | os.PathLike[str] | None = None,
        instruments: Iterable[Instrument] = (),
        records: int = 65_536,
        fingerprint: bool = False,
        of: str | None = None,
    ) -> None:
        """Begin; ``archive`` is open and empty.

        ``of`` tells this opening of the run from others of the same name.
        """
        self.about, self.id, self.benchmark = about, about.id, about.benchmark
        self.of = of or secrets.token_hex(8)
        self.started = time.time()
        self._ledger = (records, fingerprint)
        self._card_path = card
        self._instruments: dict[Any, Instrument] = {}
        self._headed = False
        self.begin_here(archive)
        for instrument in instruments:
            self.pinned(instrument)
        self._headed = True
        if archive is not None:
            archive.head(self.record(), self.started, of=self.of)
            self.parts = Parts(self, archive.parts)
            self.accounting.before = self.parts.read
        LIVE[id(self)] = self

    def begin_here(self, archive: Archive | Part | None) -> None:
        """Begin in this process, without anything that another one counted."""
        self.archive = archive
        self.ended = None
        self.misuse = Misuse()
        self.roster = Roster()
        self.notes = []
        self.parts = None
        self.processors = set()
        self._unfinished, self._tickets = 0, 0
        self._lock = threading.RLock()
        self._before, self._until = (OUTSIDE.count, FAULTS.count), None
        self._prefix, self._number = "e", 0
        records, fingerprint = self._ledger
        if isinstance(archive, Part):
            self._prefix = f"{archive.prefix}-e"
            self.accounting = PartAccounting(archive, records, fingerprint=fingerprint)
        else:
            self.accounting = Accounting(
                self._call, records, fingerprint=fingerprint, written=self._flush
            )

    # The vocabulary

    def episode(
        self, task: Any, trial: int | None = None, *, actor: Actor | None = None
    ) -> "Episodes":
        """Open an episode of this run, also where the run is not the current one."""
        return Episodes(self, task, trial, actor)

    def grade(
        self,
        task: Any,
        trial: int | None,
        value: Any,
        *,
        by: str | None = None,
        reason: str | None = None,
    ) -> None:
        """Grade the last episode of a task and trial, also after it ended."""
        try:
            found = self.roster.last(named(task, "the task"), trial_of(trial))
        except UsageError as error:
            self.misuse.add(f"grade: {error}")
            return
        if found is None:
            said = f"{described(task):.80}, trial {described(trial):.80}"
            self.misuse.add(f"grade: no episode of task {said}")
            return
        found.grade(value, by=by, reason=reason)

    def pin(  # noqa: PLR0913 - the fields of an instrument
        self,
        role: Role | Instrument,
        name: str | None = None,
        *,
        version: str | None = None,
        commit: str | None = None,
        digest: str | None = None,
        mode: str | None = None,
    ) -> None:
        """Say which build of something took part, or give the ``Instrument`` alone."""
        said = {"version": version, "commit": commit, "digest": digest, "mode": mode}
        try:
            self.pinned(pin_of(role, name, **said))
        except UsageError as error:
            self.misuse.add(f"pin: {error}; nothing is pinned")

    def card(self) -> Card:
        """Return the card, of the run so far if it goes on."""
        return card_of(self)

    def usage(
        self, by: Literal["actor", "model", "episode"] = "actor"
    ) -> dict[Any, Tokens]:
        """Return root tokens so far, by actor, by model, or by ``(task, trial)``.

        A model that is not recorded is ``""``; calls outside any episode are at
        ``(None, None)``.  Raises ``UsageError`` for another word.
        """
        key = KEYS[one_of(by, tuple(KEYS), "key of usage")]
        return grouped(self.accounting.sums(), key)

    def text(self) -> str:
        """Return the card in three lines, to print beside the score."""
        return three_lines(self.card())

    # Spans that come from elsewhere than a span processor

    def span_started(self, key: Any, parent: Any = None) -> None:
        """Take a span of another tracer; ``key`` and ``parent`` are its own ids."""
        try:
            scope = current()
            mine = scope if scope is not None and scope.run is self else Scope(self)
            entry = opened(key, parent, mine)
            if entry is not None:
                self.accounting.start(entry)
        except Exception as error:  # noqa: BLE001 - it would reach the harness
            FAULTS.add("span_started", error)

    def span_ended(self, key: Any, call: Call | None = None) -> None:
        """Take what the span recorded; ``None``: nothing that is accounted for.

        A call that names its actor as declared keeps it; others get the actor, task
        and trial of the scope in which the span started.
        """
        try:
            entry = taken(key)
            if entry is not None:
                self.accounting.end(entry, call)
        except KeyError:
            if not known_late(key):
                OUTSIDE.count += 1
        except Exception as error:  # noqa: BLE001 - it would reach the harness
            FAULTS.add("span_ended", error)

    # What the rest of the part asks for

    def actor_now(self) -> Actor | None:
        """Return who acts, as declared by the code that runs now."""
        scope = current()
        return scope.actor if scope is not None and scope.run is self else None

    def instruments(self) -> tuple[Instrument, ...]:
        """Return the pins so far."""
        with self._lock:
            return tuple(self._instruments.values())

    def faults(self) -> tuple[str, ...]:
        """Return what went wrong in hooks since the run began, in words."""
        return FAULTS.since(self._before[1], (self._until or (0, math.inf))[1])

    def record(self) -> Run:
        """Return the run as records have it."""
        name = self.archive.path.name if self.archive else self.id
        return run_record(self.about, self.started, self.instruments(), name)

    def dropped(self) -> Dropped:
        """Count what did not reach the numbers."""
        here = self.left()
        parts = self.parts
        all_ = [here, *(parts.counts() if parts is not None else ())]
        return Dropped(
            outside=sum(left.outside for left in all_),
            unfinished=sum(left.unfinished for left in all_),
            late=sum(left.late for left in all_),
            faults=sum(left.faults for left in all_),
            lines=sum(left.lost for left in all_) + (parts.unread() if parts else 0),
            evicted_attributes=sum(left.evicted for left in all_),
            parts=parts.killed if parts else 0,
            unjoined=parts.unjoined() if parts else 0,
            misuse=sum(left.misuse for left in all_),
        )

    def told(self, episode: LiveEpisode, told: Told) -> None:
        """Take what the code inside an episode says about it."""
        self.tell("told", told)
        if episode.elsewhere:
            return
        if episode.ended is None:
            episode.hear(told)
        elif told.grade is not None or told.stored is not None:
            episode.hear(told)
            self._amend(episode)
        else:
            self.misuse.add("an action or an ending came after its episode had ended")

    def begin(self, task: Any, trial: int | None) -> LiveEpisode:
        """Start an episode.

        A task without a name, and a trial that is no number, are counted as misuse;
        the episode is recorded all the same.
        """
        called = unless_refused(self.misuse, "episode", named, task, "its task")
        trial = unless_refused(self.misuse, "episode", trial_of, trial)
        with self._lock:
            self._number += 1
            name = f"{self._prefix}{self._number}"
            episode = LiveEpisode(
                self, name, NAMELESS if called is None else called, trial
            )
            self.roster.opened(episode)
        self.under_way(name)
        opened = {"id": name, "task": episode.task, "trial": trial}
        self._write("opened", {**opened, "started": episode.started})
        self._flush()
        return episode

    def begun(self, opened: Opened) -> bool:
        """Take an episode that another process opened; its id must be a new one."""
        if self.roster.get(opened.id) is not None:
            return False
        episode = LiveEpisode(self, opened.id, opened.task, opened.trial)
        episode.started = opened.started or episode.started
        self.roster.opened(episode)
        self._write("opened", opened)
        return True

    def end(self, episode: LiveEpisode, error: BaseException | None) -> None:
        """End an episode, and write it."""
        self.accounting.settle()
        if episode.elsewhere:
            return
        episode.close(error)
        guarded("the end of an episode", self._finished, episode)
        self._flush()
        self.at_rest(episode.id)

    def finish(self, error: BaseException | None = None) -> None:
        """End the run: close what is open, write what is left, and the card."""
        if self.ended is not None:
            return
        if error is not None:
            self.notes.append(f"the run ended with {first_line(error)}")
        guarded("reading what other processes recorded", self.take_in)
        self._unfinished = guarded("the last spans", self.accounting.close) or 0
        let_go(self)
        for episode in list(self.roster.open.values()):
            guarded("an episode that never ended", self._finished, episode)
        self.ended = time.time()
        guarded("closing the archive", self._closed)
        guarded("leaving the run", self.leave)
        guarded("writing the card", self._put_card)
        LIVE.pop(id(self), None)
        self._until = (OUTSIDE.count, FAULTS.count)

    def _closed(self) -> None:
        if isinstance(self.archive, Archive):
            self.archive.flush()
            whole = not self.archive.lost
            self.archive.closing(self.record(), self.ended, self.card())
            self.clear(whole=whole and not self.archive.lost)

    def _put_card(self) -> None:
        if self._card_path is not None:
            put_whole(self._card_path, card_json(self.card()))

    def pinned(self, instrument: Instrument) -> None:
        """Take a pin."""
        bare = structs.replace(instrument, pointer=None)
        with self._lock:
            self._instruments[structs.astuple(bare)] = bare
        if self._headed:
            self._write("pin", bare)
            self._flush()

    def _finished(self, episode: LiveEpisode) -> None:
        record = episode.record()
        self._write("episode", record)
        self.roster.finished(episode, record)

    def _amend(self, episode: LiveEpisode) -> None:
        if self.ended is not None:
            self.notes.append(
                f"episode {episode.id} was graded after the run had ended"
            )
            return
        self._write("grade", {"episode": episode.id, "grade": episode.result})
        self._flush()

    def _call(self, call: Call) -> None:
        self._write("call", call)

    def _write(self, kind: str, value: Any) -> None:
        if self.archive is not None:
            self.archive.add(kind, value)

    def _flush(self) -> None:
        if self.archive is not None:
            self.archive.flush()
