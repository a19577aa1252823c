"""The runs of an archive that a driver can grade, each with a file on disk."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from msgspec import Struct

from evalrata.integrations.opening import open_path
from evalrata.integrations.readers import installed
from evalrata.integrations.reading import Progress, Reading
from evalrata.integrations.remote import is_url, shown
from evalrata.integrations.rescoring.driver import Taken
from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import RunRecords, Where
from evalrata.schemas.report import Input

__all__ = ["Archives", "taken"]

PIECE = 1 << 20
"""Bytes that are copied at once."""


class Archives(Struct, frozen=True, kw_only=True):
    """What was read."""

    runs: tuple[Taken, ...]
    others: tuple[str, ...] = ()
    """Ids of runs in formats that the driver does not grade, sorted."""
    inputs: tuple[Input, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()


class _Keeping:
    """Keeps the records of some formats."""

    def __init__(self, formats: Sequence[str]) -> None:
        self._formats = formats
        self.kept: list[RunRecords] = []
        self.others: list[str] = []

    def add(self, records: RunRecords) -> None:
        """Keep a run if it is in one of the formats."""
        if records.run.format in self._formats:
            self.kept.append(records)
        else:
            self.others.append(records.run.id)


@contextmanager
def taken(
    paths: Sequence[str],
    formats: Sequence[str],
    *,
    password: str | None = None,
    progress: Progress | None = None,
) -> Iterator[Archives]:
    """Read archives, and give each run of ``formats`` a file until the context ends.

    What cannot be read is in ``faults``, and the rest is there.  Raises ``UsageError``
    for a URL: what is run on has to be on this disk.
    """
    if away := [path for path in paths if is_url(path)]:
        message = "is not on this disk; `evalrata fetch` brings it"
        raise UsageError(f"{shown(away[0])} {message}")
    session = _Keeping(formats)
    reading = Reading(
        session, installed().readers, password=password, progress=progress
    )
    with closing(reading):
        for name in dict.fromkeys(paths):
            reading.path(name)
    with ExitStack() as open_:
        files = _Files(open_, password, reading)
        runs = [
            Taken(records=records, path=path)
            for records in session.kept
            if (path := files.path(records.run.where)) is not None
        ]
        yield Archives(
            runs=tuple(runs),
            others=tuple(sorted(session.others)),
            inputs=reading.looked.inputs(),
            faults=reading.faults.all(),
            notes=tuple(reading.notes),
        )


class _Files:
    """Files on disk for places in archives; copies go with the context."""

    def __init__(self, open_: ExitStack, password: str | None, told: Reading) -> None:
        self._open, self._password, self._told = open_, password, told
        self._folder: Path | None = None

    def path(self, where: Where) -> Path | None:
        """Return the file of a run; ``None`` if it can no longer be opened."""
        try:
            return self._path(where)
        except InputError as error:
            self._told.faults.add(error)
        except OSError as error:
            reason = error.strerror or str(error)
            self._told.faults.add(InputError(where, f"cannot be copied: {reason}"))
        return None

    def _path(self, where: Where) -> Path:
        report = self._told.faults.add
        with open_path(where.file, password=self._password, on_fault=report) as archive:
            place = (where.file, where.member)
            found = (
                m for m in archive.members if (m.where.file, m.where.member) == place
            )
            member = next(found, None)
            if member is None:
                raise InputError(where, "is no longer there")
            if member.on_disk:
                return Path(where.file).absolute()
            return self._copied(member.name, member.open)

    def _copied(self, name: str, opener: Callable[[], BinaryIO]) -> Path:
        if self._folder is None:
            made = TemporaryDirectory(prefix="evalrata-")
            self._folder = Path(self._open.enter_context(made))
        place = self._folder / f"{len(list(self._folder.iterdir()))}"
        place.mkdir()
        # The last part of a member's name, which opening has checked.
        path = place / Path(name.rpartition("/")[2]).name
        with opener() as stream, path.open("wb") as copy:
            while piece := stream.read(PIECE):
                copy.write(piece)
        return path
