import io
import json

import pytest
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import (
    BatchSpanProcessor,
    ConsoleSpanExporter,
    SimpleSpanProcessor,
    SpanExporter,
    SpanExportResult,
)
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode

from evalrata.instrument.exporting import StampingExporter

LEARNED = {"evalrata.actor": "grader", "evalrata.grade.value": 1.0}
KEPT = (
    "name",
    "context",
    "parent",
    "kind",
    "start_time",
    "end_time",
    "status",
    "events",
    "links",
    "resource",
    "instrumentation_scope",
    "dropped_attributes",
    "dropped_events",
    "dropped_links",
)


def rich_span():
    """A span with everything that a span can have, some of it dropped."""
    limits = SpanLimits(
        max_span_attributes=2, max_events=1, max_links=1, max_attribute_length=3
    )
    out = InMemorySpanExporter()
    provider = TracerProvider(resource=Resource({"r": 1}), span_limits=limits)
    provider.add_span_processor(SimpleSpanProcessor(out))
    tracer = provider.get_tracer("scope", "1.0")
    links = [Link(SpanContext(i, i, is_remote=True), {"l": i}) for i in (1, 2)]
    with tracer.start_as_current_span("parent"):
        span = tracer.start_span("s", kind=SpanKind.CLIENT, links=links)
        span.set_attributes({"a": 1, "b": 2, "evalrata.actor": "agent"})
        span.add_event("first")
        span.add_event("second", {"e": 1})
        span.set_status(Status(StatusCode.ERROR, "why"))
        span.end()
    return out.get_finished_spans()[0]


@pytest.fixture
def span():
    found = rich_span()
    assert (found.dropped_attributes, found.dropped_events) == (1, 1)
    assert found.dropped_links == 1
    return found


def exported(span, learned):
    inner = InMemorySpanExporter()
    exporter = StampingExporter(inner, learned)
    assert exporter.export((span,)) is SpanExportResult.SUCCESS
    (out,) = inner.get_finished_spans()
    return exporter, out


def test_the_copy_has_what_was_learned_and_everything_else(span):
    before = span.to_json()
    _, out = exported(span, lambda _: LEARNED)

    assert dict(out.attributes) == {"b": 2, **LEARNED}
    assert [getattr(out, f) for f in KEPT] == [getattr(span, f) for f in KEPT]
    assert span.to_json() == before
    assert dict(span.attributes) == {"b": 2, "evalrata.actor": "age"}


def test_what_was_learned_is_not_cut_by_the_spans_limits(span):
    many = {f"evalrata.x{i}": "long text" for i in range(200)}
    _, out = exported(span, lambda _: many)

    assert dict(out.attributes) == {**span.attributes, **many}
    assert out.dropped_attributes == 1


@pytest.mark.parametrize("learned", [None, {}])
def test_a_span_of_which_nothing_was_learned_is_handed_on_itself(span, learned):
    _, out = exported(span, lambda _: learned)

    assert out is span


def test_each_span_is_asked_by_its_ids(span):
    other = rich_span()
    known = {(span.context.trace_id, span.context.span_id): LEARNED}
    inner = InMemorySpanExporter()
    exporter = StampingExporter(
        inner, lambda s: known.get((s.context.trace_id, s.context.span_id))
    )
    exporter.export([span, other])
    first, second = inner.get_finished_spans()

    assert first.attributes["evalrata.actor"] == "grader"
    assert second is other


def broken(_):
    raise KeyError("gone")


@pytest.mark.parametrize("learned", [broken, lambda _: 3])
def test_a_fault_in_stamping_loses_no_span(span, learned):
    exporter, out = exported(span, learned)

    assert out is span
    assert exporter.faults == 1


class Inner(SpanExporter):
    def __init__(self):
        self.calls = []

    def export(self, spans):
        if len(spans) == 1:
            return SpanExportResult.FAILURE
        raise ConnectionError("refused")

    def shutdown(self, **options):
        self.calls.append(("shutdown", options))

    def force_flush(self, timeout_millis=30_000):
        self.calls.append(("force_flush", timeout_millis))
        return False


def test_what_the_inner_exporter_says_and_raises_goes_through(span):
    exporter = StampingExporter(Inner(), lambda _: LEARNED)

    assert exporter.export([span]) is SpanExportResult.FAILURE
    with pytest.raises(ConnectionError, match="refused"):
        exporter.export([span, span])


def test_flush_and_shutdown_are_the_inner_exporters():
    inner = Inner()
    exporter = StampingExporter(inner, lambda _: None)

    assert exporter.force_flush(5) is False
    exporter.shutdown()
    exporter.shutdown(timeout_millis=7)
    assert inner.calls == [
        ("force_flush", 5),
        ("shutdown", {}),
        ("shutdown", {"timeout_millis": 7}),
    ]


def test_the_console_prints_what_was_learned(span):
    out = io.StringIO()
    StampingExporter(ConsoleSpanExporter(out=out), lambda _: LEARNED).export([span])

    assert json.loads(out.getvalue())["attributes"] == {"b": 2, **LEARNED}


def test_a_batch_is_stamped_and_shut_down():
    inner = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(
        BatchSpanProcessor(StampingExporter(inner, lambda _: LEARNED))
    )
    provider.get_tracer("x").start_span("s").end()
    provider.shutdown()
    (out,) = inner.get_finished_spans()

    assert dict(out.attributes) == LEARNED
    assert inner.export([out]) is SpanExportResult.FAILURE


def test_the_otlp_encoding_carries_it(span):
    otlp = pytest.importorskip("opentelemetry.exporter.otlp.proto.common.trace_encoder")
    plain = otlp.encode_spans([span]).resource_spans[0].scope_spans[0].spans[0]
    _, out = exported(span, lambda _: LEARNED)
    encoded = otlp.encode_spans([out]).resource_spans[0].scope_spans[0].spans[0]

    assert {a.key for a in encoded.attributes} == {"b", *LEARNED}
    for message in (plain, encoded):
        message.ClearField("attributes")
    assert encoded == plain
