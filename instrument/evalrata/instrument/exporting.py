"""An exporter that sends with each span what was learned about it.

Processors must not write to a span that has ended, and what evalrata knows of it (who
did it, the grade of its episode) is often known only then.  So the copy that goes to
the exporter is stamped.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opentelemetry.attributes import BoundedAttributes
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.util.types import AttributeValue

__all__ = ["Learned", "StampingExporter"]

Learned = Callable[[ReadableSpan], Mapping[str, AttributeValue] | None]
"""Gives the attributes to add to a span; ``None`` or an empty mapping: none."""


class StampingExporter(SpanExporter):
    """Hands spans to ``inner``, with the attributes that ``learned`` gives.

    An attribute that the span has already is replaced in the copy.  The limit on the
    number of attributes is not applied again, since it would evict the span's own.
    A span for which ``learned`` raises goes out unstamped and is counted.
    """

    def __init__(self, inner: SpanExporter, learned: Learned) -> None:
        """Wrap an exporter."""
        self.inner = inner
        self.learned = learned
        self.faults = 0
        """Spans that went out unstamped, because stamping failed."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Export every span.  Returns and raises what ``inner`` does."""
        stamped = [self._stamped(span) for span in spans]
        return self.inner.export(stamped)

    def shutdown(self, *arguments: Any, **options: Any) -> None:
        """Shut ``inner`` down; some exporters take a timeout."""
        self.inner.shutdown(*arguments, **options)

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Flush ``inner``."""
        return self.inner.force_flush(timeout_millis)

    def _stamped(self, span: ReadableSpan) -> ReadableSpan:
        try:
            learned = self.learned(span)
            return _with(span, learned) if learned else span
        except Exception:  # noqa: BLE001 - the span itself must still be exported
            self.faults += 1
            return span


def _with(span: ReadableSpan, learned: Mapping[str, AttributeValue]) -> ReadableSpan:
    """Copy a span and add attributes; everything else is shared with the original.

    Built by copying, since the constructor takes no counts of dropped events, links
    and attributes.
    """
    attributes = BoundedAttributes(
        attributes={**(span.attributes or {}), **learned}, immutable=True
    )
    attributes.dropped += span.dropped_attributes
    stamped = copy.copy(span)
    stamped._attributes = attributes  # noqa: SLF001 - a copy's, and no setter exists
    return stamped
