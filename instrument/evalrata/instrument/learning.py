"""What is known of a span once it ended, for an exporter that sends it along."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.util.types import AttributeValue

from evalrata.instrument.reading import read
from evalrata.instrument.stamps import stamps_of
from evalrata.schemas import conventions as names
from evalrata.schemas.tokens import FIELDS

if TYPE_CHECKING:
    from evalrata.instrument.entries import Entry

__all__ = ["Learning"]

KEPT = 8_192
"""Spans that are remembered until they are exported; a batch queue holds 2,048."""


class Learning:
    """Remembers whose each span was until it is asked; ``StampingExporter`` asks.

    Gives the attributes of ``evalrata.schemas.conventions``: also those that were not
    known when the span started (its actor by its own attributes, the kind of call,
    the normalised usage, the grade of its episode so far).
    """

    def __init__(self) -> None:
        """Start with none."""
        self.missed = 0
        """Spans of which nothing was remembered any more."""
        self._entries: OrderedDict[int, Entry] = OrderedDict()

    def remember(self, entry: "Entry") -> None:
        """Keep whose a span was."""
        self._entries[id(entry.context)] = entry
        while len(self._entries) > KEPT:
            self._entries.popitem(last=False)
            self.missed += 1

    def __call__(self, span: ReadableSpan) -> dict[str, AttributeValue] | None:
        """Return what to add to an exported span; ``None`` for one outside any run."""
        # Its entry keeps the context, so that nothing else gets the same ``id``.
        entry = self._entries.pop(id(span.context), None)
        return None if entry is None else dict(_learned(entry, span))


def _learned(
    entry: "Entry", span: ReadableSpan
) -> Iterator[tuple[str, AttributeValue]]:
    yield from stamps_of(entry).items()
    found = read(entry, span)
    made = found.call or found.tool
    if made is not None and made.actor != "unknown":
        yield names.ACTOR, made.actor
        yield names.ACTOR_KNOWN, made.known or "inferred"
    if found.call is not None:
        yield names.CALL_KIND, found.call.kind
        for field in FIELDS if found.call.usage is not None else ():
            value = getattr(found.call.usage, field)
            if value is not None:
                yield names.USAGE + field, value
    grade = None if entry.episode is None else entry.episode.result
    if grade is not None and grade.value is not None:
        yield names.GRADE_VALUE, grade.value
