"""The span processor: notes at a span's start whose it is, and queues it at its end.

It reads in ``on_end`` and never writes there; every hook is guarded.  What a span is
attributed to is kept in a table beside the spans: attributes set at the start are the
first that the tracer's limit evicts, and are only a copy (``stamp``).
"""

import weakref
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor

from evalrata.instrument.context import current
from evalrata.instrument.entries import known_late, opened, taken
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.learning import Learning
from evalrata.instrument.sampling import drops
from evalrata.instrument.stamps import stamps_of

__all__ = ["OUTSIDE", "PRESENT", "EvaluationProcessor", "Outside"]


class Outside:
    """Counts spans that ended outside any run."""

    def __init__(self) -> None:
        """Start with none."""
        self.count = 0


OUTSIDE = Outside()

PRESENT: "weakref.WeakSet[EvaluationProcessor]" = weakref.WeakSet()
"""The processors of this process, attached or not."""


class EvaluationProcessor(SpanProcessor):
    """Add it to a ``TracerProvider``: ``provider.add_span_processor(...)``.

    It serves every run of the process.  With ``stamp`` it also puts the attributes of
    ``evalrata.schemas.conventions`` on each span as it starts.  Several of them, or
    one on several providers, count a span once.
    """

    def __init__(self, *, stamp: bool = False) -> None:
        """Make a processor."""
        PRESENT.add(self)
        self._stamp = stamp
        self._learning: Learning | None = None
        self._provider: weakref.ref[Any] | None = None
        self._sampler: Any = None
        self.resource: Any = None
        """Resource of the span that ended last; it may carry pins."""

    @property
    def learned(self) -> Learning:
        """What ``StampingExporter`` asks; remembering begins when it is first taken."""
        if self._learning is None:
            self._learning = Learning()
        return self._learning

    def belongs(self, provider: Any) -> None:
        """Say which provider it was added to (``attach`` does)."""
        self._sampler = getattr(provider, "sampler", None)
        self._provider = weakref.ref(provider)

    @property
    def attached(self) -> bool:
        """Whether it was added by ``attach``, to a provider that still lives."""
        return self._provider is not None and self._provider() is not None

    def sampler(self, *, unsampled_parent: bool = False) -> tuple[bool, str | None]:
        """Return whether the provider's sampler is known, and it if it drops spans.

        ``unsampled_parent``: asks for spans below one that is not sampled, too.
        """
        provider = None if self._provider is None else self._provider()
        sampler = getattr(provider, "sampler", self._sampler)
        if sampler is None:
            return False, None
        return True, drops(sampler, unsampled_parent=unsampled_parent)

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Note whose the span is."""
        try:
            context, above = span.get_span_context(), span.parent
            entry = opened(
                (context.trace_id, context.span_id),
                None if above is None else (above.trace_id, above.span_id),
                current(parent_context),
                context,
                above,
            )
            if entry is not None:
                entry.run.accounting.start(entry)
                if self._stamp:
                    span.set_attributes(stamps_of(entry))
        except Exception as error:  # noqa: BLE001 - it would reach the harness
            FAULTS.add("on_start", error)

    def on_end(self, span: ReadableSpan) -> None:
        """Queue the span for accounting."""
        context: Any = span.context
        try:
            entry = taken((context.trace_id, context.span_id), context)
            if entry is not None:
                entry.run.accounting.end(entry, span)
                entry.run.processors.add(self)
                self.resource = span.resource
                if self._learning is not None:
                    self._learning.remember(entry)
        except KeyError:
            if not known_late((context.trace_id, context.span_id), context):
                OUTSIDE.count += 1
        except Exception as error:  # noqa: BLE001 - it would reach the harness
            FAULTS.add("on_end", error)

    def shutdown(self) -> None:
        """Do nothing: the provider calls the hooks after it, too."""

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Have nothing to flush: runs write for themselves."""
        del timeout_millis
        return True
