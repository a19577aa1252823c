"""Ids by which no two spans of a run are one.

OpenTelemetry draws ids from Python's ``random``: a harness that seeds it for each
episode gets the same ones again, and a forked worker those of its siblings.  A linter
takes two lines of equal trace and span id for one span that was written twice.  So what
comes again gets a number: the trace, where a trace begins again, else the span.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from evalrata.instrument.entries import Entry
from evalrata.instrument.trees import parents_first
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.running.past import Past

__all__ = ["Naming", "ids_of", "key_of"]

Ids = tuple[str | None, str]

EXACT = 131_072
"""Spans that are remembered exactly until as many have come after them."""
LATELY = 8_192
"""Spans with a number that are remembered once they have ended."""


class Naming:
    """Gives the spans of a run their keys: ``(trace, span)``, numbers or text."""

    def __init__(self) -> None:
        """Start with no span."""
        self.repeats = 0
        """Spans that had the ids of an earlier one."""
        self._number = 1
        self._recent: set[int] = set()
        self._before: set[int] = set()
        self._older: Past | None = None
        self.open: dict[int, tuple[Any, Any]] = {}
        """By ``id()`` of its context: the context and the key of a span that has a
        number, or stands below one."""
        self._lately: dict[int, tuple[Any, Any]] = {}
        self._last: dict[Any, Any] = {}
        """By ids: the key of the last span that had them, where it is another."""

    def begin(self, entry: Entry) -> None:
        """Give a span its key, and that of the span above it."""
        raw = entry.key
        if self._last:
            if entry.above is not None:
                entry.parent = self._above(entry.parent, entry.above)
            key = self._named(raw, entry.parent)
        elif self._new(raw):  # as it is where no harness seeds `random`
            return
        else:
            key = self._last[raw] = self._numbered(raw, entry.parent)
        if key is not raw:
            entry.key = key
            self.open[id(entry.context)] = (entry.context, key)

    def end(self, entry: Entry) -> None:
        """Let go of a span in a while: one below it may still start."""
        named = self.open.pop(id(entry.context), None)
        if named is not None:
            self._lately[id(entry.context)] = named
            if len(self._lately) > LATELY:
                self._lately.pop(next(iter(self._lately)))

    def foreign(self, calls: Sequence[Call]) -> dict[Ids, tuple[Any, Any, Call]]:
        """Return key, parent's key and call of spans that another process recorded.

        By their ids as they were, parents first.  Which of several spans of the same
        ids is above the topmost one, nobody can tell; the last is taken.
        """
        found: dict[Ids, tuple[Any, Any, Call]] = {}
        for call in parents_first(calls):
            key, above = key_of(call.trace, call.id), None
            if call.parent is not None:
                over = found.get((call.trace, call.parent))
                raw = key_of(call.trace, call.parent)
                above = self._last.get(raw, raw) if over is None else over[0]
            named = self._named(key, above)
            written = _renamed(call, key, named, above)
            found[call.trace, call.id] = (named, above, written)
        return found

    def _above(self, parent: Any, context: Any) -> Any:
        place = id(context)
        found = self.open.get(place) or self._lately.get(place)
        if found is not None:
            return found[1]
        # A context that came with a request names the span by its ids alone.
        return self._last.get(parent, parent) if context.is_remote else parent

    def _named(self, key: Any, above: Any) -> Any:
        """Return the key of a span that starts below ``above``."""
        raw = key
        if above is not None and above[0] != key[0]:
            key = (above[0], key[1])
        if not self._new(key):
            key = self._numbered(key, above)
        if key is not raw:
            self._last[raw] = key
            if len(self._last) > LATELY:
                self._last.pop(next(iter(self._last)))
        return key

    def _numbered(self, key: Any, above: Any) -> Any:
        trace, span = key
        while True:
            self._number += 1
            if above is None:
                numbered = (f"{trace_id(trace)}:{self._number}", span)
            else:
                numbered = (trace, f"{span_id(span)}:{self._number}")
            if self._new(numbered):
                return numbered

    def _new(self, key: Any) -> bool:
        """Remember a key; returns whether no other span has it."""
        known, recent = hash(key), self._recent
        if known in recent or known in self._before:
            self.repeats += 1
            return False
        # The filter may take a new one for an old one, which then gets a number, too.
        if self._older is not None and self._older.known((known,)):
            return False
        recent.add(known)
        if len(recent) >= EXACT:
            self._age()
        return True

    def _age(self) -> None:
        if self._before:
            self._older = self._older or Past()
            self._older.known(self._before, learn=True)
        self._before, self._recent = self._recent, set()


def key_of(trace: str | None, span: str) -> Any:
    """Return the key that a span of this process has for the same ids."""
    return (None if trace is None else _number(trace), _number(span))


def ids_of(entry: Entry) -> tuple[str, str | None, str]:
    """Return a span's id, its parent's and its trace's, as records have them."""
    (trace, span), above = entry.key, entry.parent
    parent = None if above is None else span_id(above[1])
    return span_id(span), parent, trace_id(trace)


def trace_id(part: int | str) -> str:
    """Return a trace's part of a key as records have it."""
    return part if isinstance(part, str) else f"{part:032x}"


def span_id(part: int | str) -> str:
    """Return a span's part of a key as records have it."""
    return part if isinstance(part, str) else f"{part:016x}"


def _number(text: str) -> int | str:
    try:
        return int(text, 16)
    except ValueError:
        return text


def _renamed(call: Call, key: Any, named: Any, above: Any) -> Call:
    """Write new ids into a call; what did not change stays as it was written."""
    parent = call.parent
    if parent is not None and above[1] != _number(parent):
        parent = span_id(above[1])
    if named is key and parent == call.parent:
        return call
    trace = call.trace if named[0] == key[0] else trace_id(named[0])
    span = call.id if named[1] == key[1] else span_id(named[1])
    return structs.replace(call, id=span, parent=parent, trace=trace)
