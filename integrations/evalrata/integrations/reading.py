"""Reading paths, one after the other, into a session of the linter."""

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Protocol

from msgspec import structs

from evalrata.integrations.breaks import with_break
from evalrata.integrations.digests import run_digest
from evalrata.integrations.faults import Faults
from evalrata.integrations.headers import header_only, headers_of
from evalrata.integrations.inputs import Known, Unknown, sort_members
from evalrata.integrations.kinds import FORMATS, Kind, kind_of_names
from evalrata.integrations.looked import Looked, not_read
from evalrata.integrations.opening import Archive, Member, open_path
from evalrata.integrations.reader import Reader
from evalrata.integrations.remote import Rules, is_url, shown
from evalrata.integrations.remote.network import Network
from evalrata.integrations.run_ids import RunIds
from evalrata.integrations.source import MemberSource
from evalrata.integrations.stored_pins.beside import (
    Stored,
    beside,
    is_pin,
    key_of,
    of_no_use,
    stored_in,
    with_pin,
)
from evalrata.schemas.errors import (
    AloneError,
    InputError,
    UnknownFormatError,
    UsageError,
)
from evalrata.schemas.records import RunRecords, Where

__all__ = ["Progress", "Reading", "Taking"]

UNKNOWN = "in no format that is known"
PIN = "evalrata-pin"
"""The format of ``X.pin.json`` beside results."""
UNCLAIMED = 20
"""Members that no reader claims of which ``--headers`` reads the beginning."""

Progress = Callable[[str], None]
"""Is told the name of each file or member that is about to be read."""


class Taking(Protocol):
    """What runs are read into: a lint's session, for one."""

    def add(self, records: RunRecords) -> object:
        """Take one run; what is returned is not looked at."""


class Reading:
    """Feeds a session, and keeps what was looked at and what failed."""

    def __init__(  # noqa: PLR0913 - what one lint is told about reading
        self,
        session: Taking,
        readers: Sequence[Reader],
        *,
        password: str | None = None,
        progress: Progress | None = None,
        headers: bool = False,
        rules: Rules | None = None,
        known_only: bool = False,
    ) -> None:
        """Start with nothing read.

        ``headers``: read the header of each input and no records.  ``rules``: what may
        be asked where a path is a URL.  ``known_only``: a path that holds nothing in a
        known format, or a part that says nothing alone, is left out, and no fault.
        """
        self._session = session
        self._readers = readers
        self._password = password
        self._progress = progress or (lambda _: None)
        self._ids = RunIds()
        self._runs = 0
        self._headers = headers
        self._known_only = known_only
        self._network = Network(rules)
        self._noted: set[str] = set()
        self._pin: Stored | None = None
        """What a file beside the input at hand says of what graded it."""
        self._around: list[InputError] = []
        """What failed while the path at hand was opened."""
        self._kind: Kind | None = None
        """What the path at hand is as a whole, if no format knows what it holds."""
        self.looked = Looked(headers=headers)
        self.faults = Faults()
        self.notes: list[str] = (
            ["only headers were read (--headers)"] if headers else []
        )

    def close(self) -> None:
        """Close what is open over the network."""
        self._network.close()

    def path(self, path: str) -> None:
        """Read everything in a file, folder or archive that a reader knows.

        Raises ``UsageError`` for a URL that needs a library which is not there.
        """
        self._kind, self._around = None, []
        runs, faults = self._runs, len(self.faults)
        where = Where(shown(path) if is_url(path) else path)
        try:
            self._path(path)
        except InputError as error:
            self.faults.add(error)
        except UsageError:
            raise
        except OSError as error:
            reason = error.strerror or str(error)
            self.faults.add(InputError(where, f"cannot be read: {reason}"))
        except Exception as error:  # noqa: BLE001 - the other paths are still read
            self.faults.internal("opening", where, error)
        if is_url(path):
            self._note_transfer(where.file)
        if self._nothing_since(runs, faults) and not self._known_only:
            kind = self._kind
            said = "holds nothing in a format that is known"
            if kind is not None:
                said = f"{UNKNOWN}: {kind}"
            self.faults.nothing_read(where, said)

    def named(self, run: str) -> str:
        """Return a run's id as its file gives it, before namesakes were numbered."""
        return self._ids.named(run)

    def _nothing_since(self, runs: int, faults: int) -> bool:
        """Say whether there is neither a run nor a fault more than these."""
        return self._runs == runs and len(self.faults) == faults

    def _path(self, path: str) -> None:
        name = shown(path) if is_url(path) else path
        self._progress(name)
        with self._opened(path) as archive:
            pins = [m for m in archive.members if is_pin(m.name)]
            if len(pins) == len(archive.members):
                pins = []  # given by name: it is said what it is
            stored = self._stored(path, pins, alone=archive.is_file)
            members = {m.name: m for m in archive.members if m not in pins}
            read = set[str]()
            named = archive.is_file and [m.where.member for m in archive.members]
            alone = named == [None]
            self._kind = kind_of_names([m.where.member or "" for m in archive.members])
            if archive.note:
                self.notes.append(archive.note)
            if archive.hidden:
                entries = "entry" if archive.hidden == 1 else "entries"
                self.notes.append(f"{name}: {archive.hidden} hidden {entries} left out")
            for found in sort_members(
                members,
                self._readers,
                self._failed(name),
                alone=alone,
                most=UNCLAIMED if self._headers else None,
            ):
                if isinstance(found, Known):
                    key = key_of(found.source.names[0])
                    self._pin = stored.get(key)
                    read.add(key)
                    self._read(found.reader, found.source)
                else:
                    self._skip(members[found.name], found, alone=alone)
            self.notes.extend(of_no_use(stored, read))

    def _stored(
        self, path: str, members: Sequence[Member], *, alone: bool
    ) -> dict[str, Stored]:
        """Return the pins beside results, by what their names share."""
        stored = dict(stored_in(members, self.faults.add))
        for member in members:
            self.looked.read(member, PIN, None)
        if alone and not members and not is_url(path):
            found = beside(path, self.faults.add)
            if found is not None:
                stored[key_of(PurePath(path).name)] = found
        return stored

    def _note_transfer(self, name: str) -> None:
        """Keep how much of the files behind a URL was read."""
        new = [f for f in self._network.files() if f.where.file not in self._noted]
        for file in new:
            size, read = file.blocks.size, file.blocks.read
            file.rest()
            self.looked.elsewhere(file.where.file, size, read, file.sha256)
            self._noted.add(file.where.file)
            if self._headers and file.comes_whole:
                said = (
                    f"the server sends no ranges: all {size:,} bytes were transferred"
                )
                self.notes.append(f"{file.where.file}: {said}")
        read, size = (sum(getattr(f.blocks, n) for f in new) for n in ("read", "size"))
        if read < size:
            self.notes.append(f"{name}: only {read:,} of {size:,} bytes were read")

    def _opened(self, path: str) -> Archive:
        report, password = self._opening_failed, self._password
        if is_url(path):
            return self._network.open(path, password=password, on_fault=report)
        return open_path(path, password=password, on_fault=report, lazy=self._headers)

    def _opening_failed(self, error: InputError) -> None:
        self._around.append(error)
        self.faults.add(error)

    def _failed(self, path: str) -> Callable[[Reader, Exception], None]:
        return lambda reader, error: self.faults.internal(
            f"reader {reader.name}", Where(path), error
        )

    def _skip(self, member: Member, found: Unknown, *, alone: bool) -> None:
        """Keep a member that nothing was read of.

        It is a fault if it was given by name, or is nearly in a known format.
        """
        for error in found.errors:
            self.faults.add(error)
        note = found.note or found.near or UNKNOWN
        if found.errors:
            note = "cannot be read"
        elif found.note:
            if alone and not self._known_only:
                self.faults.nothing_read(member.where, note)
        elif alone and self._known_only and not (found.near or found.broken):
            pass
        elif alone:
            self.faults.add(UnknownFormatError(member.where, _why(found)))
        elif found.near:
            self.faults.add(UnknownFormatError(member.where, note))
        elif found.kind is not None and found.kind.hint:
            note = f"{UNKNOWN}: {found.kind.words}"
        self.looked.skipped(member.where, member.size, note)

    def _read(self, reader: Reader, source: MemberSource) -> None:
        """Read one input, and say of each of its members what became of it."""
        read = headers_of(reader) if self._headers else reader.read
        if read is None:
            self._without_header(reader, source)
            return
        faults, runs = len(self.faults), self._runs
        self._progress(str(source.where))
        source.forward(self.faults.add)
        try:
            for records in read(source):
                self._add(records, source)
        except InputError as error:
            self._unread(error)
        except Exception as error:  # noqa: BLE001 - other inputs are still read
            self.faults.internal(f"reader {reader.name}", source.where, error)
        for name, member in source.members.items():
            if name in source.streams:
                self.looked.read(member, reader.name, source.streams[name].digest)
            elif name in source.files:
                self.looked.read(member, reader.name, None)
            elif not self._headers:
                note = not_read(reader, name)
                self.looked.skipped(member.where, member.size, note)
        if self._nothing_since(runs, faults) and not self._known_only:
            message = f"is in the format {reader.name}, but holds no run"
            self.faults.nothing_read(source.where, message)

    def _unread(self, error: InputError) -> None:
        """Keep what a reader could not read, or did not have to."""
        if self._known_only and isinstance(error, AloneError):
            self.notes.append(f"{error}; nothing of it was looked at")
        else:
            self.faults.add(error)

    def _without_header(self, reader: Reader, source: MemberSource) -> None:
        """Say that nothing was read of an input: its format has no header apart."""
        note = f"{reader.name} has no header that can be read apart (--headers)"
        member = source.members[source.names[0]]
        self.looked.skipped(member.where, member.size, note)
        self.faults.nothing_read(member.where, note)

    def _add(self, records: RunRecords, source: MemberSource) -> None:
        run = header_only(records.run) if self._headers else records.run
        if self._pin is not None:
            run, remarks = with_pin(run, self._pin)
            self.notes.extend(remarks)
        run = structs.replace(
            run,
            id=self._ids.unique(run.id),
            digest=run_digest(source, run.where, self.looked.sha256),
        )
        if not self._headers:
            run = with_break(run, source, self._around)
        self._runs += 1
        try:
            self._session.add(structs.replace(records, run=run))
        except Exception as error:  # noqa: BLE001 - the other runs are still linted
            self.faults.internal(f"linting run {run.id}", run.where, error)


def _why(found: Unknown) -> str:
    """Say of a file that was given by name why nothing of it was read."""
    miss = found.near or found.far
    if found.broken:
        return f"{miss or UNKNOWN}, and {found.broken}; copy or download it again"
    if miss:
        return miss
    said = UNKNOWN if found.kind is None else f"{UNKNOWN}: {found.kind}"
    return f"{said} ({FORMATS})"
