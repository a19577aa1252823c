"""The part of a run's archive that another process than the opening one writes.

``<archive>.parts/<pid>-<random>.jsonl``, made with its first line, and written as soon
as something is known: a process may end at any time, and ``multiprocessing`` ends its
own without a word to ``atexit``.  While nothing is under way the last line is ``left``,
so that the reader can tell a process that was killed in between from one that was
done.  The file is locked (``flock``) for as long as the process lives.
"""

import os
import secrets
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from evalrata.instrument.faults import FAULTS
from evalrata.instrument.lines import FLAGS, Lines
from evalrata.instrument.locks import lock
from evalrata.instrument.part_lines import Left
from evalrata.instrument.removed import removed
from evalrata.schemas.records import Call, Run

__all__ = ["Part"]


class Part(Lines):
    """The lines of one process."""

    def __init__(
        self, folder: Path, state: Callable[[], Left], made: Callable[[], None]
    ) -> None:
        """Name the file; ``made`` is called once it exists.

        ``state`` gives the counts of a ``left`` line.
        """
        self.parts = folder
        self.prefix = f"{os.getpid()}-{secrets.token_hex(4)}"
        super().__init__(folder / f"{self.prefix}.jsonl")
        self._state, self._made = state, made
        self._under_way: set[Hashable] = set()
        self._first: bytes | None = None
        self._closed = False

    def head(self, run: Run, started: float, **more: Any) -> None:
        """Keep the first line until there is a second."""
        super().head(run, started, **more)
        self._first = self._waiting.pop()

    def call(self, call: Call, *, within: bool) -> None:
        """Queue a call; ``within``: a span around it, from here, comes later."""
        self._queue("call", {"call": call, "within": within})

    def busy(self, what: Hashable) -> None:
        """Say that something is under way (a span, an episode, a block)."""
        with self._lock:
            first = not self._under_way
            self._under_way.add(what)
            if first:
                self.add("busy", value=True)
                self.flush()

    def rest(self, what: Hashable) -> None:
        """Say that it is done; what began before a fork is not the child's."""
        with self._lock:
            self._under_way.discard(what)
            self._settle()
            super().flush()

    def flush(self) -> None:
        """Write what is queued, and that nothing is under way if so it is."""
        with self._lock:
            if self._waiting:
                self._settle()
            super().flush()

    def finish(self, left: Left) -> None:
        """Write the last line, if there was one before, and close."""
        with self._lock:
            if self._file is not None:
                self.add("left", left)
                super().flush()
            self._closed = True
            self.abandon()

    def _settle(self) -> None:
        if not self._under_way and not self._closed:
            self.add("left", self._state())

    def _write(self, lines: list[bytes]) -> None:
        super()._write(lines if self._first is None else [self._first, *lines])
        if not self._torn:
            self._first = None
        # Asked afterwards, so that a line can be counted as lost that was read, but
        # none be lost that is not counted.
        if removed(self._file):
            error = OSError("the run has ended, and its archive is closed")
            FAULTS.add(f"writing {self.path}", error)
            self.lost += len(lines)

    def _descriptor(self) -> int:
        if self._file is None and not self._closed:
            self.parts.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, FLAGS, 0o644)
            lock(self._file)
            self._made()
        return super()._descriptor()
