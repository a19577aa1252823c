"""One pass over a document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from evalrata.integrations.documents.batches import BATCH, Batches
from evalrata.integrations.documents.cursor import (
    BreaksOffError,
    Cursor,
    PassedError,
    StructureError,
)
from evalrata.integrations.documents.document import Each, Item, Kind
from evalrata.integrations.documents.ends import quick_end
from evalrata.integrations.documents.faults import Faults
from evalrata.integrations.documents.shape import Shape, UnfitError
from evalrata.schemas.errors import TruncatedError

__all__ = ["MOST_KEYS", "Walk"]

MOST_KEYS = 100_000
"""Keys of one object that are remembered, to tell a repeated one."""
_ANYTHING = Shape(msgspec.Raw)
_FORMS = {b"{": "an object", b"[": "an array", b'"': "a string", b"n": "null"}


class Walk:
    """A walk from a document's first byte to its last."""

    def __init__(self, cursor: Cursor, faults: Faults) -> None:
        """Start where the cursor is."""
        self._cursor = cursor
        self._faults = faults
        self._at = ""
        """Pointer of the value that the cursor is in."""

    def items(self, kind: Kind, plan: Mapping[str, Any]) -> Iterator[Item]:
        """Yield what is asked for; report what cannot be read."""
        try:
            if kind == "object":
                yield from self._object(plan)
            elif "" in plan:
                yield from self._elements(kind, plan[""])
            elif kind != "other":
                self._skip_all(kind)
            self._expect_end(kind)
        except StructureError as error:
            self._broken(error)
        self._faults.finish()

    def _object(self, plan: Mapping[str, Any]) -> Iterator[Item]:
        for key in self._members(""):
            if key not in plan:
                self._skip()
            elif isinstance(want := plan[key], Each):
                yield from self._parts(key, self._at, want)
            else:
                pointer = self._at
                for value in self._one(key, pointer, Shape(want)):
                    yield Item(key, None, value, pointer)

    def _elements(self, kind: Kind, want: Any) -> Iterator[Item]:
        """Walk a top-level array or JSON Lines; both are asked for as a list."""
        each = want if isinstance(want, Each) else Each(items=want)
        if kind == "array":
            yield from self._parts("", "", each)
        elif kind == "lines":
            yield from self._lines(Shape(each.items))
            self._faults.close("", "")

    def _parts(self, key: str, base: str, each: Each) -> Iterator[Item]:
        first = self._cursor.peek()
        if first == b"[" and each.items is not None:
            yield from self._array(key, base, Shape(each.items))
        elif first == b"{" and each.values is not None:
            shape = Shape(each.values)
            for part in self._members(base):
                pointer = self._at
                for value in self._one(key, pointer, shape):
                    yield Item(key, part, value, pointer)
        else:
            self._wrong_form(first, each)
        self._faults.close(key, base)

    def _array(self, key: str, base: str, shape: Shape) -> Iterator[Item]:
        for index, run in self._runs(base, shape):
            values = self._one(key, self._at, shape) if run is None else run
            for offset, value in enumerate(values, index):
                yield Item(key, offset, value, f"{base}/{offset}")

    def _runs(
        self, base: str, shape: Shape
    ) -> Iterator[tuple[int, Sequence[Any] | None]]:
        """Pass an array; yield runs of decoded elements with their first index.

        ``None`` instead of a run: the caller has to pass one element.
        """
        cursor = self._cursor
        cursor.expect(b"[")
        closed = cursor.peek() == b"]"
        if closed:
            cursor.at += 1
        batches, index = Batches(cursor.position), 0
        while not closed:
            self._at = f"{base}/{index}"
            values = batches.take(cursor, shape)
            yield index, values
            index += len(values or " ")
            self._at = base
            closed = cursor.expect(b",", b"]") == b"]"

    def _lines(self, shape: Shape) -> Iterator[Item]:
        index, not_before = 0, 0
        while self._cursor.peek():
            values = None
            if self._cursor.position >= not_before:
                values, not_before = self._many_lines(shape)
            if values is None:
                values = self._one_line(index, shape)
            for offset, value in enumerate(values, index):
                yield Item("", offset, value, f"/{offset}")
            index += len(values) or 1

    def _many_lines(self, shape: Shape) -> tuple[Any, int]:
        """Pass many lines, or say up to where to take them one by one."""
        cursor = self._cursor
        if len(cursor.data) - cursor.at < BATCH and not cursor.ended:
            cursor.more()
        cut = cursor.data.rfind(b"\n", cursor.at, cursor.at + BATCH)
        if cut < 0:
            return None, 0
        values = shape.lines(memoryview(cursor.data)[cursor.at : cut])
        if values is None:
            return None, cursor.base + cut
        cursor.at = cut
        return values, 0

    def _one_line(self, index: int, shape: Shape) -> tuple[Any, ...]:
        self._at = f"/{index}"
        try:
            line = self._cursor.line() or memoryview(b"")
            return (shape.decode(line, self._cursor.position - len(line)),)
        except PassedError as error:
            self._faults.part("", self._at, str(error))
        except UnfitError as error:
            whole = quick_end(bytes(line), 0, final=True) != "incomplete"
            if self._cursor.peek() or whole:
                self._faults.part("", self._at, str(error))
            else:
                raise BreaksOffError(self._cursor.position) from error
        return ()

    def _one(self, key: str, pointer: str, shape: Shape) -> tuple[Any, ...]:
        """Pass one value and decode it; an empty tuple if that cannot be done."""
        try:
            raw = self._cursor.value()
            return (shape.decode(raw, self._cursor.position - len(raw)),)
        except (PassedError, UnfitError) as error:
            self._faults.part(key, pointer, str(error))
            return ()

    def _members(self, base: str, *, once: bool = True) -> Iterator[str]:
        """Pass an object; the values are for the caller to pass, one per key.

        ``once``: report a key that is there twice.
        """
        cursor = self._cursor
        cursor.expect(b"{")
        closed = cursor.peek() == b"}"
        if closed:
            cursor.at += 1
        seen: set[str] = set()
        while not closed:
            cursor.peek()
            position, key = cursor.position, self._key()
            cursor.expect(b":")
            self._at = f"{base}/{key.replace('~', '~0').replace('/', '~1')}"
            if once:
                self._remember(key, seen, position)
            yield key
            self._at = base
            closed = cursor.expect(b",", b"}") == b"}"

    def _key(self) -> str:
        cursor = self._cursor
        cursor.expect(b'"')
        cursor.at -= 1
        try:
            raw = cursor.value()
            key: str = Shape(str).decode(raw, cursor.position - len(raw))
        except (PassedError, UnfitError) as error:
            raise StructureError(cursor.position, f"a key {error}") from error
        return key

    def _remember(self, key: str, seen: set[str], position: int) -> None:
        if key in seen:
            self._faults.malformed(
                self._at,
                f"the key is there again at byte {position}; Python's json keeps the "
                "last one only, and here each was read",
            )
        elif len(seen) < MOST_KEYS:
            seen.add(key)
            if len(seen) == MOST_KEYS:
                self._faults.malformed(
                    self._at,
                    f"the object has {MOST_KEYS:,} keys or more; whether a later one "
                    "is there twice was not checked",
                )

    def _skip(self) -> None:
        """Pass a value of any size: at once, or part by part."""
        base = self._at
        if self._cursor.skip_held():
            return
        first = self._cursor.peek()
        if first == b"[":
            self._skip_elements(base)
        elif first == b"{":
            for _ in self._members(base, once=False):
                self._skip_whole()
        else:
            self._skip_whole()

    def _skip_elements(self, base: str) -> None:
        for _, passed in self._runs(base, _ANYTHING):
            if passed is None:
                self._skip_whole()

    def _skip_whole(self) -> None:
        try:
            self._cursor.skip()
        except PassedError as error:
            self._faults.malformed(self._at, str(error))

    def _skip_all(self, kind: Kind) -> None:
        if kind == "array":
            self._skip()
        while kind == "lines" and self._cursor.line() is not None:
            pass

    def _wrong_form(self, first: bytes, each: Each) -> None:
        """Pass a value that has no parts of the kind asked for; null is none."""
        if first not in (b"n", b""):
            wanted = [
                name
                for name, type_ in (("array", each.items), ("object", each.values))
                if type_ is not None
            ]
            found = _FORMS.get(first, "a number or word")
            self._faults.malformed(
                self._at, f"is {found}, and {' or '.join(wanted)} was expected"
            )
        self._skip()

    def _expect_end(self, kind: Kind) -> None:
        self._at = ""
        if kind != "other" and self._cursor.peek():
            position = self._cursor.position
            message = f"goes on after its end, at byte {position}"
            raise StructureError(position, message)
        if self._cursor.failure:
            self._faults.report(self._cursor.failure)

    def _broken(self, error: StructureError) -> None:
        """Report where the document stops making sense, once."""
        failure = self._cursor.failure
        message = f"{error} inside {self._at}" if self._at else str(error)
        if isinstance(failure, TruncatedError):
            self._faults.truncated(self._at, failure.message)
        elif failure:
            self._faults.report(failure)
        elif isinstance(error, BreaksOffError):
            self._faults.truncated(self._at, message)
        else:
            self._faults.malformed(self._at, message)
