"""The runs of an archive that a driver can grade, each with a file on disk."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from msgspec import Struct

from evalrata.integrations.opening import Member, digest, open_path
from evalrata.integrations.readers import installed
from evalrata.integrations.reading import Progress, Reading
from evalrata.integrations.remote import is_url, shown
from evalrata.integrations.rescoring.driver import Taken
from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import RunRecords, Where
from evalrata.schemas.report import Input

__all__ = ["Archives", "beside", "check_unchanged", "taken"]

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


def check_unchanged(archives: Archives) -> None:
    """Hold the files against the digests that they were read with.

    What was graded is then what is reported.  Raises ``UsageError``.
    """
    for read in archives.inputs:
        if read.sha256 is None:
            continue
        now = _digest(read.path)
        if now != read.sha256:
            raise UsageError(
                f"{read.path}: changed while it was graded (SHA-256 {read.sha256[:12]} "
                f"before, {now[:12]} now); nothing is reported: run it again"
            )


def _digest(path: str) -> str:
    try:
        return digest(path)[1]
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{path}: is gone since it was read: {reason}") from error


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
            if (path := files.path(records)) is not None
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

    def path(self, records: RunRecords) -> Path | None:
        """Return the file of a run; ``None`` if it can no longer be opened."""
        where = records.run.where
        try:
            return self._path(where, records.run.format)
        except InputError as error:
            self._told.faults.add(error)
        except OSError as error:
            reason = error.strerror or str(error)
            self._told.faults.add(InputError(where, f"cannot be copied: {reason}"))
        return None

    def _path(self, where: Where, format_: str) -> Path:
        report = self._told.faults.add
        with open_path(where.file, password=self._password, on_fault=report) as archive:
            place = (where.file, where.member)
            members = {m.name: m for m in archive.members}
            found = (
                m for m in members.values() if (m.where.file, m.where.member) == place
            )
            member = next(found, None)
            if member is None:
                raise InputError(where, "is no longer there")
            if member.on_disk:
                return Path(where.file).absolute()
            own = _claimed(format_, member.name, tuple(members))
            return self._copied(member, [members[name] for name in own])

    def _copied(self, main: Member, others: Sequence[Member]) -> Path:
        """Copy a run's members to a folder of their own, each where it was."""
        if self._folder is None:
            made = TemporaryDirectory(prefix="evalrata-")
            self._folder = Path(self._open.enter_context(made))
        place = self._folder / f"{len(list(self._folder.iterdir()))}"
        place.mkdir()
        # The last part of a member's name, which opening has checked.
        path = place / Path(main.name.rpartition("/")[2]).name
        _copy(main, path)
        for other in others:
            if (parts := beside(main.name, other.name)) is not None:
                target = place.joinpath(*parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                _copy(other, target)
        return path


def _claimed(format_: str, main: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the other members of the run that ``main`` names."""
    for reader in installed().readers:
        for claim in reader.claim(names) if reader.name == format_ else ():
            if claim.main == main:
                return tuple(n for n in claim.members if n != main and n in names)
    return ()


def beside(main: str, name: str) -> tuple[str, ...] | None:
    """Return the parts of a name below the main one's folder; ``None``: it is not."""
    try:
        parts = PurePosixPath(name).relative_to(PurePosixPath(main).parent).parts
    except ValueError:
        return None
    safe = all(part != ".." and part == Path(part).name for part in parts)
    return parts if parts and safe else None


def _copy(member: Member, path: Path) -> None:
    with member.open() as stream, path.open("wb") as copy:
        while piece := stream.read(PIECE):
            copy.write(piece)
