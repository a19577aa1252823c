"""A file of JSON lines that only grows; the base of an archive and of its parts.

A process that is killed leaves what it had written.  A disk that is full loses lines,
which are counted; it never raises into the harness.
"""

import os
from collections import Counter
from pathlib import Path
from typing import Any

from evalrata.instrument.encodable import as_json
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.quiet import QuietLock
from evalrata.instrument.versions import version
from evalrata.schemas.records import Run

__all__ = ["SCHEMA", "Lines"]

SCHEMA = "evalrata.records/1"

FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND


class Lines:
    """Lines that are queued, and written together.  Safe to use from threads."""

    def __init__(self, path: Path) -> None:
        """Start without any; ``_file`` is a descriptor once there is one."""
        self.path = path
        self.lost = 0
        """Lines that are not in the file."""
        self._added: Counter[str] = Counter()
        self._lock = QuietLock()
        self._waiting: list[bytes] = []
        self._torn = False
        self._file: int | None = None

    def head(self, run: Run, started: float, **more: Any) -> None:
        """Queue the first line."""
        head = {"schema": SCHEMA, "run": run, "started": started}
        made = {"evalrata": version(), "process": os.getpid()}
        self._queue("head", {**head, **made, **more})

    def add(self, kind: str, value: Any) -> None:
        """Queue a line ``{kind: value}``; ``flush`` writes it."""
        self._queue(kind, {kind: value})

    def flush(self) -> None:
        """Write what is queued, in one piece.  Never raises."""
        with self._lock:
            lines, self._waiting = self._waiting, []
            if lines:
                self._write(lines)

    def close(self) -> None:
        """Write what is queued and close the file."""
        self.flush()
        self.abandon()

    def abandon(self) -> None:
        """Close the file without a word: in a forked process it is the parent's."""
        file, self._file = self._file, None
        try:
            if file is not None:
                os.close(file)
        except OSError as error:
            FAULTS.add(f"closing {self.path}", error)

    def _queue(self, kind: str, value: Any) -> None:
        try:
            line = as_json(value)
        except Exception as error:  # noqa: BLE001 - a harness may record anything
            with self._lock:
                self.lost += 1
            FAULTS.add(f"writing {kind} to {self.path}", error)
            return
        with self._lock:
            self._added[kind] += 1
            self._waiting.append(line)

    def _write(self, lines: list[bytes]) -> None:
        # A write that failed may have left half a line, which must not run into the
        # next one.
        data = (b"\n" if self._torn else b"") + b"\n".join(lines) + b"\n"
        done = 0
        try:
            file = self._descriptor()
            while done < len(data):
                done += os.write(file, data[done:])
            self._torn = False
        except OSError as error:
            written = data[:done].count(b"\n") - self._torn
            self.lost += len(lines) - max(0, written)
            # Also where nothing was reported as written: who knows.
            self._torn = True
            FAULTS.add(f"writing {self.path}", error)

    def _descriptor(self) -> int:
        """Return the open file.  Raises ``OSError`` where there is none."""
        if self._file is None:
            raise OSError(f"{self.path} is closed")
        return self._file
