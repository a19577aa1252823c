"""Every line of an archive, sorted by what it is."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from evalrata.integrations.reader import Source
from evalrata.integrations.records.parquet import SCHEMA as FOLDER
from evalrata.integrations.records.parquet import TABLES, lines
from evalrata.integrations.records.shapes import SCHEMA, Closed, Line, Opened
from evalrata.integrations.tau.single import each_record
from evalrata.schemas.errors import InputError, UnknownFormatError
from evalrata.schemas.records import Where

if TYPE_CHECKING:
    from evalrata.schemas.records import Action, Call, Episode, Grade

__all__ = ["Collected", "Placed", "collect"]


class Placed(NamedTuple):
    """What a line ends with, and where that is."""

    pointer: str
    closed: Closed


class Collected:
    """The lines of an archive, each with its JSON pointer."""

    def __init__(self) -> None:
        """Start without any."""
        self.head: tuple[str, Line] | None = None
        self.opened: dict[str, tuple[str, Opened]] = {}
        """By the episode's id."""
        self.episodes: list[tuple[str, Episode]] = []
        self.calls: list[tuple[str, Call]] = []
        self.actions: dict[str, list[Action]] = {}
        """By the episode's id."""
        self.grades: dict[str, tuple[str, Grade]] = {}
        """The last one given after the episode's line, by the episode's id."""
        self.closed: Placed | None = None

    def take(self, pointer: str, line: Line) -> None:
        """Keep a line."""
        if line.call is not None:
            self.calls.append((f"{pointer}/call", line.call))
        if line.episode is not None:
            self.episodes.append((f"{pointer}/episode", line.episode))
        if line.opened is not None:
            self.opened[line.opened.id] = f"{pointer}/opened", line.opened
        if line.action is not None:
            self.actions.setdefault(line.action.episode, []).append(line.action.action)
        if line.grade is not None:
            self.grades[line.grade.episode] = f"{pointer}/grade/grade", line.grade.grade
        if line.closed is not None:
            self.closed = Placed(f"{pointer}/closed", line.closed)
        if line.schema is not None and self.head is None:
            self.head = pointer, line


def collect(source: Source) -> Collected:
    """Read an archive, and the parts that other processes of the run left beside it.

    A run that was closed has taken its parts in; they are read only where it was not.
    What is read of a part has ``<member>#`` before its pointer.  Raises
    ``UnknownFormatError`` for an archive of another version.
    """
    found = Collected()
    if source.names[1:] and source.names[1].endswith(TABLES):
        _take("", lines(source), source.where, found)
        return found
    for name in source.names:
        if found.closed is not None:
            break
        document = source.document(name)
        prefix = "" if name == source.names[0] else f"{name}#"
        read = each_record(document, Line, source.fault)
        _take(prefix, read, document.where, found)
    return found


def _take(
    prefix: str, read: Iterable[tuple[str, Line]], where: Where, found: Collected
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
        found.take(f"{prefix}{pointer}", line)
