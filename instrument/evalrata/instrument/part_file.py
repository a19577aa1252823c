"""Reads a part while it is being written: whole lines only, each once."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec

from evalrata.instrument.part_lines import Left, PartLine
from evalrata.instrument.trees import Trees

__all__ = ["LONGEST", "PartFile"]

LONGEST = 1 << 26
"""Bytes of a line; a longer one is left out and counted."""
CHUNK = 1 << 20

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class PartFile:
    """One file, and how far it was read.  Raises ``OSError`` where it cannot be."""

    def __init__(self, path: Path) -> None:
        """Start at the beginning."""
        self.path = path
        self.process: int | None = None
        self.ours: bool | None = None
        """Whether its head names this opening of the run; ``None``: no head yet."""
        self.last: Left | None = None
        """``None``: something is under way, as far as was read."""
        self.counts = Left()
        self.unread = 0
        """Lines that could not be read."""
        self.calls = 0
        self.episodes: set[str] = set()
        self.trees = Trees()
        self._at = 0
        self._rest = b""
        self._skipping = False
        self._decoder = msgspec.json.Decoder(PartLine)

    @property
    def done(self) -> bool:
        """Say whether nothing more will come."""
        return self.last is not None and self.last.final

    def lines(self) -> Iterator[PartLine]:
        """Yield the lines that came since the last time."""
        if self.path.lstat().st_size <= self._at:
            return
        file = self.open()
        try:
            os.lseek(file, self._at, os.SEEK_SET)
            while chunk := os.read(file, CHUNK):
                self._at += len(chunk)
                yield from self._whole(chunk)
        finally:
            os.close(file)

    def open(self) -> int:
        """Open it, if it is a plain file.  Raises ``OSError``."""
        file = os.open(self.path, os.O_RDONLY | NO_LINK)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise OSError(f"{self.path} is not a plain file")
        return file

    def end(self) -> None:
        """Count half a line that was left as one that cannot be read."""
        self.unread += bool(self._rest)
        self._rest = b""

    def _whole(self, chunk: bytes) -> Iterator[PartLine]:
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        for line in whole:
            if self._skipping:
                self._skipping = False
            elif line and (found := self._decoded(line)) is not None:
                self.last = found.left
                yield found
        if len(self._rest) > LONGEST:
            self.unread += not self._skipping
            self._rest, self._skipping = b"", True

    def _decoded(self, line: bytes) -> PartLine | None:
        try:
            return self._decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
            self.unread += 1
            return None
