import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import (
    ALWAYS_OFF,
    ALWAYS_ON,
    DEFAULT_OFF,
    DEFAULT_ON,
    Decision,
    ParentBased,
    ParentBasedTraceIdRatio,
    Sampler,
    SamplingResult,
    StaticSampler,
    TraceIdRatioBased,
)
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, TraceState

from evalrata.instrument.sampling import AccountingSampler, drops, under_unsampled

RECORD_ONLY = StaticSampler(Decision.RECORD_ONLY)


class Seen(SpanProcessor):
    def __init__(self):
        self.spans = []

    def on_end(self, span):
        self.spans.append(span)


def pipeline(sampler, processor=SimpleSpanProcessor):
    provider = TracerProvider(sampler=sampler)
    seen, exported = Seen(), InMemorySpanExporter()
    provider.add_span_processor(seen)
    provider.add_span_processor(processor(exported))
    return provider, seen, exported


def trees(provider, roots):
    """Traces of five spans: a root, two children, one with two of its own."""
    tracer = provider.get_tracer("harness")
    for _ in range(roots):
        with tracer.start_as_current_span("root"):
            tracer.start_span("leaf").end()
            with tracer.start_as_current_span("inner"):
                tracer.start_span("leaf").end()
                tracer.start_span("leaf").end()
    provider.force_flush()


def remote(sampled, state=None):
    flags = TraceFlags(TraceFlags.SAMPLED if sampled else 0)
    parent = SpanContext(7, 8, is_remote=True, trace_flags=flags, trace_state=state)
    return trace.set_span_in_context(NonRecordingSpan(parent))


@pytest.mark.parametrize("processor", [SimpleSpanProcessor, BatchSpanProcessor])
def test_a_tenth_is_exported_and_all_is_seen(processor):
    sampler = AccountingSampler(ParentBasedTraceIdRatio(0.1))
    provider, seen, exported = pipeline(sampler, processor)
    trees(provider, 1_000)
    provider.shutdown()
    spans = exported.get_finished_spans()
    by_trace = {s.context.trace_id for s in spans}

    assert len(seen.spans) == 5_000
    # binomial(1000, 0.1): 7 standard deviations to each side
    assert 34 <= len(by_trace) <= 166
    assert len(spans) == 5 * len(by_trace)


def test_what_is_exported_is_what_would_have_been():
    sampler = TraceIdRatioBased(0.5)
    provider, seen, exported = pipeline(AccountingSampler(sampler))
    trees(provider, 100)
    chosen = [
        s
        for s in seen.spans
        if sampler.should_sample(None, s.context.trace_id, "").decision.is_sampled()
    ]

    assert list(exported.get_finished_spans()) == chosen


@pytest.mark.parametrize("processor", [SimpleSpanProcessor, BatchSpanProcessor])
def test_processors_export_nothing_that_is_only_recorded(processor):
    provider, seen, exported = pipeline(AccountingSampler(ALWAYS_OFF), processor)
    trees(provider, 3)
    provider.shutdown()

    assert len(seen.spans) == 15
    assert exported.get_finished_spans() == ()


@pytest.mark.parametrize(("sampled", "exports"), [(True, 1), (False, 0)])
def test_a_remote_parent_decides_on_export_alone(sampled, exports):
    provider, seen, exported = pipeline(AccountingSampler(DEFAULT_ON))
    state = TraceState([("vendor", "1")])
    span = provider.get_tracer("x").start_span("s", context=remote(sampled, state))
    span.end()

    assert len(seen.spans) == 1
    assert len(exported.get_finished_spans()) == exports
    assert span.get_span_context().trace_flags.sampled is sampled
    assert span.get_span_context().trace_state == state


def test_a_span_that_is_not_exported_keeps_what_it_was_started_with():
    provider, seen, _ = pipeline(AccountingSampler(TraceIdRatioBased(0.0)))
    attributes = {"evalrata.actor": "grader", "gen_ai.operation.name": "chat"}
    provider.get_tracer("x").start_span("s", attributes=attributes).end()

    assert dict(seen.spans[0].attributes) == attributes


class Reasoned(Sampler):
    """Drops, and says why on the span and in the trace state."""

    def should_sample(self, *_):
        state = TraceState([("why", "rate")])
        return SamplingResult(Decision.DROP, {"sampler.rate": 0.1, "a": 2}, state)

    def get_description(self):
        return "Reasoned"


def test_what_the_inner_sampler_adds_stays():
    provider, seen, _ = pipeline(AccountingSampler(Reasoned()))
    provider.get_tracer("x").start_span("s", attributes={"a": 1, "b": 1}).end()
    (span,) = seen.spans

    assert dict(span.attributes) == {"a": 2, "b": 1, "sampler.rate": 0.1}
    assert span.context.trace_state == TraceState([("why", "rate")])


@pytest.mark.parametrize("inner", [ALWAYS_ON, RECORD_ONLY])
def test_a_decision_to_record_is_handed_on_as_it_is(inner):
    asked = (None, 1, "s", None, {"a": 1})
    decided = inner.should_sample(*asked)

    assert repr(AccountingSampler(inner).should_sample(*asked)) == repr(decided)


def test_the_description_names_both():
    assert (
        AccountingSampler(TraceIdRatioBased(0.1)).get_description()
        == "AccountingSampler{TraceIdRatioBased{0.1}}"
    )


def test_a_sampler_that_raises_does_so_as_without_us():
    class Broken(Reasoned):
        def should_sample(self, *_):
            raise LookupError("no rate")

        def get_description(self):
            raise LookupError("no name")

    with pytest.raises(LookupError, match="no rate"):
        AccountingSampler(Broken()).should_sample(None, 1, "s")
    assert drops(Broken()) == "Broken"


class Own(ParentBased):
    def should_sample(self, *_, **__):
        return SamplingResult(Decision.DROP)


SEES_ALL = [
    ALWAYS_ON,
    DEFAULT_ON,
    RECORD_ONLY,
    TraceIdRatioBased(1.0),
    ParentBased(TraceIdRatioBased(1.0)),
    ParentBased(ALWAYS_ON, local_parent_not_sampled=Reasoned()),
    ParentBased(RECORD_ONLY, local_parent_not_sampled=RECORD_ONLY),
    AccountingSampler(Reasoned()),
    AccountingSampler(DEFAULT_OFF),
]
MAY_DROP = [
    ALWAYS_OFF,
    DEFAULT_OFF,
    TraceIdRatioBased(0.999),
    ParentBasedTraceIdRatio(0.5),
    ParentBased(ALWAYS_ON, remote_parent_sampled=ALWAYS_OFF),
    ParentBased(ALWAYS_ON, local_parent_sampled=TraceIdRatioBased(0.5)),
    # the children of a root that is only recorded have an unsampled parent
    ParentBased(AccountingSampler(ALWAYS_OFF)),
    ParentBased(RECORD_ONLY),
    Reasoned(),
    Own(ALWAYS_ON),
]


@pytest.mark.parametrize("sampler", SEES_ALL, ids=lambda s: s.get_description())
def test_a_sampler_that_drops_nothing_is_not_named(sampler):
    provider, seen, _ = pipeline(sampler)
    trees(provider, 20)

    assert drops(sampler) is None
    assert len(seen.spans) == 100


@pytest.mark.parametrize("sampler", MAY_DROP, ids=lambda s: s.get_description())
def test_a_sampler_that_may_drop_is_named(sampler):
    assert drops(sampler) == sampler.get_description()
    assert drops(AccountingSampler(sampler)) is None


@pytest.mark.parametrize(
    ("sampler", "sees"),
    [
        (ALWAYS_ON, True),
        (DEFAULT_ON, False),
        (ParentBased(ALWAYS_ON, remote_parent_not_sampled=ALWAYS_ON), False),
        (ParentBased(ALWAYS_ON, ALWAYS_ON, RECORD_ONLY, ALWAYS_ON, RECORD_ONLY), True),
        (AccountingSampler(DEFAULT_ON), True),
    ],
)
def test_below_a_parent_that_was_not_sampled(sampler, sees):
    assert (drops(sampler, unsampled_parent=True) is None) is sees


def test_whether_the_parent_was_sampled():
    assert under_unsampled(remote(sampled=False))
    assert not under_unsampled(remote(sampled=True))
    assert not under_unsampled(trace.set_span_in_context(trace.INVALID_SPAN))
    assert not under_unsampled()


def test_the_sdks_own_recording_sampler_loses_attributes():
    sampling = pytest.importorskip("opentelemetry.sdk.trace.sampling")
    if not hasattr(sampling, "AlwaysRecordSampler"):
        pytest.skip("an older SDK")
    sampler = sampling.AlwaysRecordSampler(ALWAYS_OFF)
    provider, seen, _ = pipeline(sampler)
    provider.get_tracer("x").start_span("s", attributes={"a": 1}).end()

    assert dict(seen.spans[0].attributes) == {}
    assert drops(sampler) == sampler.get_description()
