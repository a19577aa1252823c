"""Takes in what other processes of a run recorded, in the process that opened it.

Read before spans are worked off, before an episode ends and at the end of the run.
Whatever stands in a part, nothing is raised: what cannot be read is counted, and its
file then stays where it is.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from evalrata.instrument.faults import FAULTS
from evalrata.instrument.locks import held
from evalrata.instrument.part_file import PartFile
from evalrata.instrument.part_lines import Left, Opened, PartLine
from evalrata.instrument.reported import Reported
from evalrata.instrument.sound import moment, sound
from evalrata.schemas.records import Call, Episode

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun
    from evalrata.instrument.told import Told

__all__ = ["Parts"]

SUFFIX = ".jsonl"


class Parts:
    """The parts of one run.  Called with the accounting's lock held."""

    def __init__(self, run: "LiveRun", folder: Path) -> None:
        """Start with none; the folder need not exist."""
        self.killed = 0
        """Processes that ended, or still ran, with something under way."""
        self.issued: set[str] = set()
        self.joined: set[str] = set()
        self._run, self._folder = run, folder
        self._files: dict[str, PartFile] = {}
        self._shut: str | None = None
        """Why the folder could not be listed, though something is there."""
        self._pending: list[tuple[PartFile, Told]] = []
        self._ending: list[Episode] = []
        self._ready: list[list[Call]] = []

    def read(self) -> list[list[Call]]:
        """Read what came; returns spans by their local roots, in the order of ends."""
        for file in self._known():
            self._read(file)
        self._tell()
        for record in self._ending:
            self._end(record)
        self._ending = []
        ready, self._ready = self._ready, []
        return ready

    def finish(self) -> list[list[Call]]:
        """Read the rest, and decide of each part whether it is whole."""
        self.read()
        for file in self._files.values():
            if file.ours is not False:
                self._finish(file)
        for file, _ in self._pending:
            file.unread += 1
        if self._shut is not None:
            self._note(
                f"{self._folder} could not be read ({self._shut}): what other "
                "processes recorded there is not counted"
            )
        return [*self.read(), *(f.trees.rest() for f in self._files.values())]

    def remove(self) -> None:
        """Remove the parts that the archive has all of; say where the others are."""
        for file in self._files.values():
            if file.unread:
                self._note(f"{file.unread} lines of {file.path} could not be read")
            elif file.ours and not file.path.is_symlink():
                _removed(file.path)
        try:
            self._folder.rmdir()
        except OSError:  # others are in it, or it was never made
            return

    def unread(self) -> int:
        """Count lines that could not be read; a folder that cannot be, as one."""
        lines = sum(file.unread for file in self._files.values())
        return lines + (self._shut is not None)

    def counts(self) -> list[Left]:
        """Return what each process last said of itself."""
        return [file.counts for file in self._files.values()]

    def unjoined(self) -> int:
        """Count environments that were made for a process, and joined by none."""
        return len(self.issued - self.joined)

    def _known(self) -> list[PartFile]:
        try:
            names = sorted(os.listdir(self._folder))  # noqa: PTH208 - asked for often
            self._shut = None
        except FileNotFoundError:  # no other process has written anything
            names = []
        except OSError as error:
            names, self._shut = [], error.strerror or str(error)
        for name in names:
            if name.endswith(SUFFIX) and name not in self._files:
                self._files[name] = PartFile(self._folder / name)
        return list(self._files.values())

    def _read(self, file: PartFile) -> None:
        if file.ours is False or file.done:
            return
        try:
            for line in file.lines():
                self._guarded(file, line)
        except OSError as error:
            file.ours = False
            file.unread += 1
            self._note(f"{file.path} could not be read: {error.strerror or error}")

    def _guarded(self, file: PartFile, line: PartLine) -> None:
        try:
            if not self._taken(file, line):
                file.unread += 1
        except Exception as error:  # noqa: BLE001 - a part may hold anything
            file.unread += 1
            FAULTS.add(f"reading {file.path}", error)

    def _taken(self, file: PartFile, line: PartLine) -> bool:
        if file.ours is None:
            if line.schema is None:
                return False
            file.ours = line.of == self._run.of
            file.process = line.process
        elif file.ours:
            if line.call is not None:
                return self._call(file, line.call, within=line.within)
            if line.opened is not None:
                return self._opened(file, line.opened)
            if line.episode is not None:
                return self._ended(file, line.episode)
            self._of_process(file, line)
        return True

    def _of_process(self, file: PartFile, line: PartLine) -> None:
        if line.told is not None:
            self._pending.append((file, line.told))
        if line.pin is not None:
            self._run.pinned(line.pin)
        if line.left is not None:
            self._left(file, line.left)
        if line.issued is not None:
            self.issued.add(line.issued)
        if line.joined is not None:
            self.joined.add(line.joined)

    def _call(self, file: PartFile, call: Call, *, within: bool) -> bool:
        if not sound(call):
            return False
        file.calls += 1
        if found := file.trees.take(call, within=within):
            self._ready.append(found)
        return True

    def _opened(self, file: PartFile, opened: Opened) -> bool:
        if not self._run.begun(opened):
            return False
        file.episodes.add(opened.id)
        return True

    def _ended(self, file: PartFile, record: Episode) -> bool:
        ended = (record.notes or {}).get("ended")
        if record.id not in file.episodes or not moment(ended):
            return False
        self._ending.append(record)
        return True

    def _left(self, file: PartFile, left: Left) -> None:
        file.counts = left
        self._run.accounting.spans += max(0, left.spans - file.calls)
        file.calls = max(file.calls, left.spans)
        if left.sampled or left.unknown_sampler:
            self._run.processors.add(Reported(left.sampled, left.unknown_sampler))
        for pin in left.pins:
            self._run.pinned(pin)
        for note in left.notes:
            self._note(note)

    def _tell(self) -> None:
        """Pass on what was said of episodes, also by a process not their own."""
        pending, self._pending = self._pending, []
        for file, told in pending:
            episode = self._run.roster.get(told.episode)
            if episode is None:
                self._pending.append((file, told))
            else:
                self._run.told(episode, told)

    def _end(self, record: Episode) -> None:
        episode = self._run.roster.open.get(record.id or "")
        if episode is not None:
            self._run.ended_elsewhere(episode, record)

    def _finish(self, file: PartFile) -> None:
        if not file.done:
            alive = self._alive(file)
            self._read(file)
            under_way = file.last is None
            self.killed += under_way
            if how := _ended(under_way=under_way, alive=alive):
                self._note(f"process {file.process} {how}")
        file.end()

    def _alive(self, file: PartFile) -> bool | None:
        try:
            opened = file.open()
        except OSError:
            return None
        try:
            return held(opened)
        finally:
            os.close(opened)

    def _note(self, note: str) -> None:
        if note not in self._run.notes:
            self._run.notes.append(note)


def _ended(*, under_way: bool, alive: bool | None) -> str:
    """Say how a process ended that did not close its part; ``""``: soundly."""
    if alive:
        lacks = "what it had under way, and what it did after that, are not counted"
        after = "what it did after that is not counted"
        return f"still ran when the run ended: {lacks if under_way else after}"
    if not under_way:
        return ""
    ended = "was killed, or left without a word"
    unsure = " (or still runs)" if alive is None else ""
    return f"{ended}{unsure}: what it had under way is not counted"


def _removed(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        FAULTS.add(f"removing {path}", error)
