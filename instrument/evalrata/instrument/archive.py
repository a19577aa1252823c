"""The records archive: JSON Lines, appended while the run goes on.

``evalrata.records/1``: a head, then one object a line (``opened``, ``call``,
``episode``, ``grade``), and ``closed`` at the end.  A process that is
killed leaves what it had written, and no ``closed`` line; a disk that is full loses
lines, which are counted and said in the card.
"""

import os
from pathlib import Path
from typing import Any

from evalrata.instrument.faults import FAULTS
from evalrata.instrument.lines import FLAGS, SCHEMA, Lines
from evalrata.instrument.removed import removed
from evalrata.schemas.card import Card
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Run

__all__ = ["SCHEMA", "Archive", "put_whole"]

Path_ = str | os.PathLike[str]


class Archive(Lines):
    """The lines of a run, in the process that opened it."""

    def __init__(self, path: Path_) -> None:
        """Create the file.  Raises ``UsageError`` if it exists or cannot be made."""
        super().__init__(Path(path))
        self.parts = _folder(self.path)
        """The folder in which other processes of the run leave their lines."""
        self._file = _create(self.path)
        self._gone = False

    def _write(self, lines: list[bytes]) -> None:
        super()._write(lines)
        if self._gone:
            self.lost += len(lines)
        elif removed(self._file):
            self._gone = True
            error = FileNotFoundError("the archive was removed while the run went on")
            FAULTS.add(f"writing {self.path}", error)
            # Also what was written before, and not what still waits.
            so_far = sum(self._added.values()) - len(self._waiting)
            self.lost = max(self.lost, so_far)

    def head(self, run: Run, started: float, **more: Any) -> None:
        """Write the first line."""
        super().head(run, started, **more)
        self.flush()

    def closing(self, run: Run, ended: float | None, card: Card) -> None:
        """Write the last line, with what the lines before it should add up to."""
        added = self._added
        counts = {
            "episodes": added["episode"],
            "calls": added["call"],
            "opened": added["opened"],
            "lost": self.lost,
        }
        self.add("closed", {"run": run, "ended": ended, **counts, "card": card})
        self.close()


def put_whole(path: Path_, text: str) -> bool:
    """Write a file so that a reader sees the old one or the whole new one.

    Never raises; says whether it was written.
    """
    place = Path(path)
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(place)
    except OSError as error:
        FAULTS.add(f"writing {place}", error)
        return False
    return True


def _folder(archive: Path) -> Path:
    """Return the folder of parts.  Raises ``UsageError`` where none can be made."""
    folder = Path(f"{archive.absolute()}.parts")
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(
            f"{folder} exists and is no folder: other processes of the run could not "
            "leave their records there; name another archive"
        )
    return folder


def _create(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be made: {error.strerror}") from error
    try:
        return os.open(path, FLAGS, 0o644)
    except FileExistsError:
        raise UsageError(
            f"{path} exists: an archive is never written over; name another file"
        ) from None
    except OSError as error:
        raise UsageError(f"{path} cannot be made: {error.strerror}") from error
