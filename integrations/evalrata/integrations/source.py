"""Members of an input, as its reader gets them."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, cast

from evalrata.integrations.documents import (
    Document,
    MemoryDocument,
    open_document,
)
from evalrata.integrations.hashing import HashedStream
from evalrata.integrations.opening import Member
from evalrata.schemas.errors import InputError

if TYPE_CHECKING:
    from typing_extensions import Self

    from evalrata.integrations.reader import OnFault
    from evalrata.schemas.records import Where

__all__ = ["MemberSource"]

PIECE = 1 << 20
"""Bytes that are copied at once."""


class MemberSource:
    """One or several members that are one input.

    A context manager: it closes the streams of the documents that it opened.  What
    cannot be read is kept in ``errors``, and once ``forward`` was called also passed
    on: who only looks at an input does not want to hear of it.
    """

    def __init__(self, members: Mapping[str, Member], main: str) -> None:
        """Take ``members`` by name; ``main`` names the input."""
        self.members = members
        self.names: Sequence[str] = (main, *(name for name in members if name != main))
        self.where: Where = members[main].where
        self.streams: dict[str, HashedStream] = {}
        """By name, those of the documents that were opened; a small one's is closed."""
        self.files: set[str] = set()
        """Names of those that a reader has as files on disk."""
        self.errors: list[InputError] = []
        self._by_place: dict[tuple[str, str | None], str] = {}
        self._on_fault: OnFault | None = None
        self._looked_at: Document | None = None
        self._open = ExitStack()

    def named(self, where: "Where") -> str | None:
        """Return the name of the member at a place; ``None``: none is there."""
        if not self._by_place:
            for name in reversed(self.names):
                place = self.members[name].where
                self._by_place[place.file, place.member] = name
        return self._by_place.get((where.file, where.member))

    def __enter__(self) -> "Self":
        """Start."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close every stream that was opened."""
        self._open.close()

    def look(self) -> Document:
        """Open the main document, for a reader to recognise it.

        The first ``document()`` returns it again, so that it is read once.
        """
        self._looked_at = self._document(self.names[0])
        return self._looked_at

    def document(self, name: str | None = None) -> Document:
        """Open a member as a JSON document; without ``name``, the main one."""
        known, self._looked_at = self._looked_at, None
        if known is not None and name in (None, self.names[0]):
            return known
        return self._document(self.names[0] if name is None else name)

    def stream(self, name: str) -> BinaryIO:
        """Open a member that is no JSON; it is closed with the source."""
        return cast("BinaryIO", self._stream(name))

    def local(self, name: str) -> Path:
        """Return a file on disk with the member's bytes; a copy goes with the source.

        The copy is read through to its end, so that its digest is known.
        """
        member = self._member(name)
        if member.on_disk:
            self.files.add(name)
            return Path(member.where.file)
        stream = self._stream(name)
        folder = self._open.enter_context(TemporaryDirectory(prefix="evalrata-"))
        path = Path(folder, "member")
        with path.open("wb") as copy:
            while piece := stream.read(PIECE):
                copy.write(piece)
        return path

    def random(self, name: str) -> BinaryIO:
        """Return a member as a file that can be sought anywhere; the source closes it.

        For libraries that read a part here and a part there (Parquet).  Of a file
        elsewhere only these parts come; what is packed is copied, as by ``local``.
        Raises ``InputError``; so may reading it.
        """
        member = self._member(name)
        if member.random is None:
            return self._open.enter_context(self.local(name).open("rb"))
        self.files.add(name)
        return self._open.enter_context(member.random())

    def fault(self, error: InputError) -> None:
        """Report a place that cannot be read, and go on."""
        self.errors.append(error)
        if self._on_fault is not None:
            self._on_fault(error)

    def forward(self, on_fault: "OnFault") -> None:
        """Pass on what could not be read so far, and from now on."""
        self._on_fault = on_fault
        for error in self.errors:
            on_fault(error)

    def _document(self, name: str) -> Document:
        stream, member = self._stream(name), self.members[name]
        document = open_document(
            member.where, cast("BinaryIO", stream), member.size, self.fault
        )
        if isinstance(document, MemoryDocument):
            stream.close()  # an input may have more members than files may be open
        return document

    def _member(self, name: str) -> Member:
        member = self.members.get(name)
        if member is None:
            raise InputError(self.where, f"has no member {name}")
        return member

    def _stream(self, name: str) -> HashedStream:
        stream = self._open.enter_context(HashedStream(self._member(name).open()))
        self.streams[name] = stream
        return stream
