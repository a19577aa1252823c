"""A position in a JSON text that is read as it is needed."""

import codecs
from collections.abc import Callable

from evalrata.integrations.documents.ends import SPACE, STARTS, Brackets, quick_end
from evalrata.schemas.errors import InputError

__all__ = [
    "CHUNK",
    "LARGEST_VALUE",
    "TOO_DEEP",
    "BreaksOffError",
    "Cursor",
    "PassedError",
    "StructureError",
]

CHUNK = 1 << 20
"""Bytes that are read at once."""
LARGEST_VALUE = 1 << 28
"""Bytes of the largest single value that is held in order to be decoded."""
TOO_DEEP = "is nested deeper than this Python reads (about 1,000 levels)"
_BOM = codecs.BOM_UTF8


class StructureError(Exception):
    """The text is not JSON from ``position`` on, and a walk cannot go on."""

    def __init__(self, position: int, message: str) -> None:
        """Keep the absolute byte position."""
        super().__init__(message)
        self.position = position


class BreaksOffError(StructureError):
    """The text ends at ``position``, inside a value."""

    def __init__(self, position: int) -> None:
        """Keep the absolute byte position."""
        super().__init__(position, f"breaks off at byte {position}")


class PassedError(Exception):
    """A value cannot be read; the cursor has passed it, and the walk can go on."""


class Cursor:
    """Reads a stream piece by piece, holding no more than the current value.

    ``data[at:]`` is what was read and not yet passed; ``base`` is the absolute
    position of ``data[0]``.
    """

    def __init__(
        self,
        read: Callable[[int], bytes],
        *,
        head: bytes = b"",
        on_encoding: Callable[[int], None],
        chunk: int = CHUNK,
        largest: int = LARGEST_VALUE,
    ) -> None:
        """Start at the beginning.

        ``head`` was read from the stream already.  ``on_encoding`` is called once,
        with the position of the first byte that is not UTF-8.
        """
        self.data = b""
        self.at = 0
        self.base = 0
        self.ended = False
        self.failure: InputError | None = None
        self._read = read
        self._chunk = chunk
        self._largest = largest
        self._on_encoding: Callable[[int], None] | None = on_encoding
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self._accept(head)
        while len(self.data) < len(_BOM) and self.more():
            pass
        if self.data.startswith(_BOM):
            self.at = len(_BOM)

    @property
    def position(self) -> int:
        """The absolute byte position."""
        return self.base + self.at

    def more(self) -> bool:
        """Read on, at least doubling what is held; say whether there was more.

        A stream that fails (a broken archive) counts as one that ends there, and
        ``failure`` says why.
        """
        want = max(self._chunk, len(self.data) - self.at)
        pieces = []
        while want > 0 and not self.ended:
            try:
                piece = self._read(min(want, CHUNK))
            except InputError as error:
                self.failure = error
                piece = b""
            self.ended = not piece
            pieces.append(piece)
            want -= len(piece)
        fresh = b"".join(pieces)
        self._accept(fresh)
        return bool(fresh)

    def peek(self) -> bytes:
        """Pass white space and return the next byte; ``b""`` at the end."""
        while True:
            space = SPACE.match(self.data, self.at)
            self.at = self.at if space is None else space.end()
            if self.at < len(self.data):
                return self.data[self.at : self.at + 1]
            if self.ended or not self.more():
                return b""

    def expect(self, *wanted: bytes) -> bytes:
        """Pass one of these bytes, after white space, and return it."""
        found = self.peek()
        if not found:
            raise BreaksOffError(self.position)
        if found not in wanted:
            names = " or ".join(f"'{byte.decode()}'" for byte in wanted)
            message = f"is not JSON at byte {self.position}: expected {names}"
            raise StructureError(self.position, message)
        self.at += 1
        return found

    def value(self) -> memoryview:
        """Pass the next value and return its bytes, with white space around them.

        They are one value's bytes by its brackets; whether they are JSON is for the
        decoder to say.  Raises ``PassedError`` if they are too many to hold.
        """
        scalar = self.peek() not in STARTS
        while True:
            end = quick_end(self.data, self.at, final=self.ended)
            if isinstance(end, int):
                if scalar and end == len(self.data) and not self.data[-1:].isspace():
                    raise BreaksOffError(self.base + end)  # a number may go on
                return self._taken_if_small(end)
            held = len(self.data) - self.at
            if end != "incomplete" or held > self._largest or not self.more():
                return self._value_by_brackets()

    def line(self) -> memoryview | None:
        """Pass the next line that is not blank; ``None`` at the end."""
        if not self.peek():
            return None
        seen = 0
        while (end := self.data.find(b"\n", self.at + seen)) < 0:
            seen = len(self.data) - self.at
            if seen > self._largest:
                self._pass_line()
                raise self._too_large()
            if not self.more():
                return self._taken_if_small(len(self.data))
        return self._taken_if_small(end)

    def skip_held(self) -> bool:
        """Pass the next value if it is valid and all of it is held already."""
        self.peek()
        end = quick_end(self.data, self.at, final=self.ended)
        if not isinstance(end, int):
            return False
        self.at = end
        return True

    def skip(self) -> None:
        """Pass the next value, whatever its size, and hold nothing.

        Raises ``PassedError`` if it is nested too deep to be read.
        """
        self.peek()
        end = quick_end(self.data, self.at, final=self.ended)
        if isinstance(end, int):
            self.at = end
            return
        self._pass_by_brackets(Brackets())
        if end == "deep":
            raise PassedError(TOO_DEEP)

    def _value_by_brackets(self) -> memoryview:
        brackets, fed = Brackets(), 0
        scalar = self.data[self.at : self.at + 1] not in STARTS
        while (end := brackets.feed(self.data, self.at + fed)) is None:
            held = len(self.data) - self.at
            fed = 0 if scalar else held
            if held > self._largest:
                self._pass_by_brackets(brackets, dropped=True)
                raise self._too_large()
            if not self.more():
                raise BreaksOffError(self.base + len(self.data))
        return self._taken_if_small(end)

    def _pass_by_brackets(self, brackets: Brackets, *, dropped: bool = False) -> None:
        """Pass the rest of a value; ``dropped``: what is held was fed already."""
        while dropped or (end := brackets.feed(self.data, self.at)) is None:
            dropped = False
            self.at = len(self.data)
            if not self.more():
                raise BreaksOffError(self.position)
        self.at = end

    def _pass_line(self) -> None:
        while (end := self.data.find(b"\n", self.at)) < 0:
            self.at = len(self.data)
            if not self.more():
                return
        self.at = end

    def _too_large(self) -> PassedError:
        return PassedError(f"is larger than {self._largest:,} bytes, and was passed")

    def _taken_if_small(self, end: int) -> memoryview:
        if end - self.at > self._largest:
            self.at = end
            raise self._too_large()
        return self._take(end)

    def _take(self, end: int) -> memoryview:
        taken = memoryview(self.data)[self.at : end]
        self.at = end
        return taken

    def _accept(self, fresh: bytes) -> None:
        if not fresh:
            return
        self._check(fresh, self.base + len(self.data))
        self.base += self.at
        self.data = self.data[self.at :] + fresh if self.at < len(self.data) else fresh
        self.at = 0

    def _check(self, fresh: bytes, position: int) -> None:
        """Report the first byte that is not UTF-8.

        A character that the end cuts is not looked for: the document breaks off there.
        """
        if self._on_encoding is None:
            return
        pending = self._utf8.getstate()[0]
        if not pending and fresh.isascii():
            return
        for start in range(0, len(fresh), CHUNK):
            pending = self._utf8.getstate()[0]
            try:
                self._utf8.decode(fresh[start : start + CHUNK])
            except UnicodeDecodeError as error:
                self._on_encoding(position + start - len(pending) + error.start)
                self._on_encoding = None
                return
