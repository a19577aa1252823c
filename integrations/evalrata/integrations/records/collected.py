"""Every line of an archive, sorted by what it is."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from evalrata.integrations.reader import Source
from evalrata.integrations.records.parquet import SCHEMA as FOLDER
from evalrata.integrations.records.parquet import TABLES, lines
from evalrata.integrations.records.published import CARD
from evalrata.integrations.records.shapes import SCHEMA, Closed, Line, Opened, Told
from evalrata.integrations.tau.single import each_record
from evalrata.schemas.errors import InputError, MalformedError, UnknownFormatError
from evalrata.schemas.records import Where

if TYPE_CHECKING:
    from evalrata.schemas.records import Call, Episode, Grade, Instrument

__all__ = ["Collected", "Heard", "Placed", "collect"]


class Placed(NamedTuple):
    """What a line ends with, and where that is."""

    pointer: str
    closed: Closed


class Heard(NamedTuple):
    """What a process said of an episode, the file of its part, and where that is."""

    pointer: str
    file: str
    told: Told


class Collected:
    """The lines of an archive, each with its JSON pointer.

    A line that a part has and a file before it had too is kept once: the process that
    opened the run takes in what other processes write, while both go on.
    """

    def __init__(self) -> None:
        """Start without any."""
        self.file = ""
        """The part that is being read; ``""``: the archive itself."""
        self.unread = 0
        """Lines of the archive itself that could not be read, before the last that
        could."""
        self.head: tuple[str, Line] | None = None
        self._headed: str | None = None
        """The last file whose head was read."""
        self.opened: dict[str, tuple[str, Opened]] = {}
        """By the episode's id."""
        self.episodes: list[tuple[str, Episode]] = []
        self.homes: dict[str, str] = {}
        """The file with the episode's line, by its id."""
        self.calls: list[tuple[str, Call]] = []
        self.grades: dict[str, list[tuple[str, Grade]]] = {}
        """Those given after the episode's line, by the episode's id."""
        self.told: dict[str, list[Heard]] = {}
        """By the episode's id."""
        self.pins: list[tuple[str, Instrument]] = []
        self.closed: Placed | None = None
        self._read, self._last = 0, -1
        self._calls: set[tuple[str | None, str]] = set()
        self._strange = False
        """A second head has come: what follows is of another run."""

    def begin(self, part: str) -> None:
        """Go on with a part."""
        self._calls = {(call.trace, call.id) for _, call in self.calls}
        self.file, self._strange = part, False

    def take(self, line: Line, pointer: str) -> str | None:
        """Keep a line; returns what is wrong with one that is not kept."""
        if wrong := self._second(line):
            return wrong
        if not self._strange:
            self._take(line, pointer)
        return None

    def _second(self, line: Line) -> str | None:
        """Say what is there a second time, though there is one of it."""
        if line.schema is not None and not self._strange and self._begun():
            self._strange = True
            return "is a second first line: what follows is another archive's, not read"
        id_ = None if line.episode is None or self._strange else line.episode.id
        if id_ is not None and self.homes.get(id_) == self.file:
            return f"is a second line of episode {id_!r}, not read"
        return None

    def _begun(self) -> bool:
        """Say whether the file that is being read has had its head."""
        return self._headed == self.file

    def _take(self, line: Line, pointer: str) -> None:
        if line.schema is not None:
            self._headed = self.file
        if not self.file:
            self._read, self._last = self._read + 1, max(self._last, _index(pointer))
            self.unread = self._last + 1 - self._read
        call = line.call
        if call is not None and (call.trace, call.id) not in self._calls:
            self.calls.append((f"{pointer}/call", call))
        if line.closed is not None:
            self.closed = Placed(f"{pointer}/closed", line.closed)
        if line.schema is not None and self.head is None:
            self.head = pointer, line
        self._of_episode(line, pointer)
        self._of_process(line, pointer)

    def _of_episode(self, line: Line, pointer: str) -> None:
        if line.episode is not None and self._is_home(line.episode.id):
            self.homes.setdefault(line.episode.id or "", self.file)
            self.episodes.append((f"{pointer}/episode", line.episode))
        if line.opened is not None:
            self.opened.setdefault(line.opened.id, (f"{pointer}/opened", line.opened))
        if line.grade is not None and self._is_home(line.grade.episode):
            place = f"{pointer}/grade/grade"
            self.grades.setdefault(line.grade.episode, []).append(
                (place, line.grade.grade)
            )
        if line.told is not None:
            heard = Heard(f"{pointer}/told", self.file, line.told)
            self.told.setdefault(line.told.episode, []).append(heard)

    def _of_process(self, line: Line, pointer: str) -> None:
        if line.pin is not None:
            self.pins.append((f"{pointer}/pin", line.pin))
        if line.left is not None:
            places = (f"{pointer}/left/pins/{n}" for n in range(len(line.left.pins)))
            self.pins += zip(places, line.left.pins, strict=True)

    def _is_home(self, id_: str | None) -> bool:
        """Say whether no other file has the episode's line."""
        return self.homes.get(id_ or "", self.file) == self.file


def collect(source: Source) -> Collected:
    """Read an archive, and the parts that other processes of the run left beside it.

    A run that was closed has taken its parts in; they are read only where it was not.
    What is read of a part has ``<member>#`` before its pointer.  Raises
    ``UnknownFormatError`` for an archive of another version.
    """
    found = Collected()
    parts = [name for name in source.names[1:] if not name.endswith(CARD)]
    if parts and parts[0].endswith(TABLES):
        _take("", lines(source), source.where, found, source.fault)
        return found
    document = source.document(source.names[0])
    read = each_record(document, Line, source.fault)
    _take("", read, document.where, found, source.fault)
    for name in parts if found.closed is None else ():
        _part(name, source, found)
    return found


def _part(name: str, source: Source, found: Collected) -> None:
    document = source.document(name)
    read = each_record(document, Line, source.fault)
    first = next(read, None)
    if first is None:
        return
    if wrong := _stranger(first[1], found):
        source.fault(MalformedError(document.where, f"{wrong}; not read"))
        return
    found.begin(name)
    _take(f"{name}#", (first, *read), document.where, found, source.fault)


def _stranger(first: Line, found: Collected) -> str | None:
    """Return why a part is none of this run's, by its first line."""
    if first.schema is None:
        return "has no first line that names its schema and run"
    ours = None if found.head is None else found.head[1].of
    if ours is not None and first.of != ours:
        return "is a part of another run, or of an earlier one under this name"
    return None


def _take(
    prefix: str,
    read: Iterable[tuple[str, Line]],
    where: Where,
    found: Collected,
    fault: Callable[[InputError], None],
) -> None:
    for pointer, line in read:
        if line.schema == FOLDER:
            raise InputError(where, "has its tables beside it: give the folder")
        if line.schema is not None and line.schema != SCHEMA:
            raise UnknownFormatError(
                where,
                f"is {line.schema}; this evalrata reads {SCHEMA}: install the one "
                "that wrote it, or a newer one",
            )
        if wrong := found.take(line, f"{prefix}{pointer}"):
            fault(MalformedError(structs.replace(where, pointer=pointer), wrong))


def _index(pointer: str) -> int:
    """Return which line it is; an archive of one line is its whole document."""
    return int(pointer[1:] or 0)
