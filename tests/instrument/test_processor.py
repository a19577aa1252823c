"""What the processor holds against: the traps of OpenTelemetry's span processors."""

import json

import pytest
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import SpanLimits, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags
from tests.instrument.spans import chat, nested, provider_with

from evalrata.instrument import EvaluationProcessor, acting_as, episode, processor, run


def root_total(live):
    return live.card().usage.root.total


def test_a_fault_inside_stays_inside_and_is_counted(monkeypatch, caplog):
    tracer = provider_with().get_tracer("client")
    with run("r") as live, episode("1"), acting_as("agent"):
        with nested(tracer, "openai", response="r1"):
            pass
        with monkeypatch.context() as patch:
            patch.setattr(processor, "opened", lambda *_: 1 / 0)
            patch.setattr(processor, "taken", lambda *_: 1 / 0)
            with nested(tracer, "openai", response="r2"):
                pass
        with nested(tracer, "openai", response="r3"):
            pass

    card = live.card()
    assert card.dropped.faults == 2
    assert card.usage.root.total == 240
    assert any("on_start: ZeroDivisionError" in note for note in card.notes)
    assert "the harness goes on" in caplog.text


def test_a_fault_in_accounting_for_one_span_leaves_the_others(monkeypatch):
    tracer = provider_with().get_tracer("client")
    with run("r") as live, episode("1"), acting_as("agent"):
        whole = live.accounting.ledger.end

        def end(key, call):
            if call is not None and call.response == "r2":
                raise OverflowError
            return whole(key, call)

        monkeypatch.setattr(live.accounting.ledger, "end", end)
        for response in ("r1", "r2", "r3"):
            with nested(tracer, "openai", response=response):
                pass
        assert root_total(live) == 240

    assert live.card().dropped.faults == 1


class Raises(SpanProcessor):
    """Somebody else's processor, before ours, that fails on one span."""

    def on_start(self, span, parent_context=None):
        if span.name == "bad":
            raise RuntimeError("not ours")

    def on_end(self, span):
        pass


def test_a_span_whose_start_another_processor_hid_is_counted_as_outside():
    tracer = provider_with(Raises()).get_tracer("client")
    with run("r") as live, episode("1"), acting_as("agent"):
        with pytest.raises(RuntimeError, match="not ours"):
            tracer.start_span("bad", attributes=chat(response="r1"))
        with nested(tracer, "good", response="r2"):
            pass

    assert root_total(live) == 120


def test_a_child_may_end_after_its_parent():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, acting_as("agent"):
        parent = tracer.start_span("litellm", attributes=chat(response="r1"))
        child = tracer.start_span(
            "openai",
            context=trace.set_span_in_context(parent),
            attributes=chat(response="r1"),
        )
        parent.end()
        child.end()

    assert root_total(live) == 120
    assert live.card().usage.multiplier.total == 2.0


def test_spans_that_never_end_are_counted():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, acting_as("agent"):
        tracer.start_span("lost", attributes=chat(response="r1"))
        with nested(tracer, "openai", response="r2"):
            pass

    card = live.card()
    assert card.dropped.unfinished == 1
    assert card.usage.root.total == 120
    (note,) = card.notes
    assert note.startswith("spans that had not ended when the run did")
    assert note.endswith(": 1")


def test_a_span_that_ends_after_the_run_is_late():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, acting_as("agent"):
        span = tracer.start_span("slow", attributes=chat(response="r1"))
    span.end()

    card = live.card()
    assert card.dropped.unfinished == 1
    assert card.dropped.late + card.dropped.outside == 1
    assert card.usage.root is None


def test_two_processors_and_two_providers_count_a_span_once():
    one = EvaluationProcessor()
    first, second = provider_with(one, one), TracerProvider(shutdown_on_exit=False)
    second.add_span_processor(one)
    a, b = first.get_tracer("a"), second.get_tracer("b")
    with (
        run("r") as live,
        acting_as("agent"),
        nested(a, "litellm", response="r1"),
        nested(b, "openai", response="r1"),
    ):
        pass

    card = live.card()
    assert card.calls.spans == 2
    assert card.usage.root.total == 120
    assert card.dropped.outside == 0


def test_an_explicit_empty_context_hides_the_scope():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, episode("1"), acting_as("agent"):
        tracer.start_span("x", context=Context(), attributes=chat(response="r")).end()

    card = live.card()
    assert card.calls.spans == 0
    assert card.dropped.outside == 1


def test_a_span_without_scope_takes_its_parent_s():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, episode("1"), acting_as("agent"):
        parent = tracer.start_span("loop")
        bare = trace.set_span_in_context(parent, Context())
        tracer.start_span("x", context=bare, attributes=chat(response="r1")).end()
        parent.end()

    card = live.card()
    assert card.usage.by_actor["agent"].total == 120


def test_an_inner_scope_without_actor_takes_the_parent_span_s_of_its_episode():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, episode("1"):
        with acting_as("agent"):
            parent = tracer.start_span("loop")
        with trace.use_span(parent), nested(tracer, "openai", response="r1"):
            pass
        second = nested(tracer, "openai", response="r2")
        with episode("2"), trace.use_span(parent), second:
            pass
        parent.end()

    by_actor = live.card().usage.by_actor
    assert by_actor["agent"].total == 120
    assert by_actor["unknown"].total == 120


def test_a_remote_parent_does_not_matter():
    tracer = provider_with().get_tracer("client")
    remote = SpanContext(7, 9, is_remote=True, trace_flags=TraceFlags(1))
    call = nested(tracer, "litellm", "openai", response="r1")
    above = trace.use_span(NonRecordingSpan(remote))
    with run("r") as live, acting_as("agent"), above, call:
        pass

    assert root_total(live) == 120
    assert live.card().usage.naive_root.total is None


def test_the_table_is_the_truth_when_attributes_are_evicted():
    limits = SpanLimits(max_span_attributes=6)
    provider = TracerProvider(span_limits=limits, shutdown_on_exit=False)
    provider.add_span_processor(EvaluationProcessor(stamp=True))
    with run("r") as live, episode("1"), acting_as("agent"):
        span = provider.get_tracer("client").start_span("x")
        span.set_attributes(chat(response="r1"))
        span.end()

    card = live.card()
    assert "evalrata.actor" not in span.attributes
    assert card.usage.by_actor["agent"].total == 120
    assert card.dropped.evicted_attributes == 1


def test_stamps_are_on_the_exported_span():
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(EvaluationProcessor(stamp=True))
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    call = nested(provider.get_tracer("client"), "x")
    with run("r", benchmark="b"), episode(3, trial=1), acting_as("grader"), call:
        pass
    (span,) = exporter.get_finished_spans()
    ours = {k: v for k, v in span.attributes.items() if k.startswith("evalrata.")}

    assert ours == {
        "evalrata.run.id": "r",
        "evalrata.benchmark": "b",
        "evalrata.episode.id": "e1",
        "evalrata.task": "3",
        "evalrata.trial": 1,
        "evalrata.actor": "grader",
        "evalrata.actor.known": "declared",
    }


def test_without_stamping_a_span_is_left_as_it_is():
    exporter = InMemorySpanExporter()
    provider = provider_with(SimpleSpanProcessor(exporter))
    call = nested(provider.get_tracer("client"), "x", response="r1")
    with run("r"), episode(3), acting_as("grader"), call:
        pass
    (span,) = exporter.get_finished_spans()

    assert dict(span.attributes) == chat(response="r1")


def test_an_attribute_that_names_the_actor_stands_above_the_scope():
    tracer = provider_with().get_tracer("client")
    said = {**chat(response="r1"), "evalrata.actor": "grader"}
    with run("r") as live, episode("1"), acting_as("agent"):
        tracer.start_span("judge", attributes=said).end()

    assert live.card().usage.by_actor["grader"].total == 120


def test_a_stamp_does_not_turn_what_is_inferred_into_a_declaration(tmp_path):
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(EvaluationProcessor(stamp=True))
    tracer, path = provider.get_tracer("client"), tmp_path / "run.jsonl"
    with run("r", archive=path), episode("1"), acting_as("agent"):
        parent = tracer.start_span("loop")
        bare = trace.set_span_in_context(parent, Context())
        tracer.start_span("x", context=bare, attributes=chat(response="r1")).end()
        parent.end()
    records = [json.loads(line) for line in path.read_text().splitlines()]
    call = next(r["call"] for r in records if "usage" in r.get("call", {}))

    assert (call["actor"], call["known"]) == ("agent", "inferred")


def test_the_provider_s_shutdown_does_not_end_the_accounting():
    provider = provider_with()
    tracer = provider.get_tracer("client")
    with run("r") as live, acting_as("agent"):
        with nested(tracer, "openai", response="r1"):
            pass
        provider.shutdown()
        with nested(tracer, "openai", response="r2"):
            pass

    assert root_total(live) == 240


def test_spans_of_executed_tools_are_actions_unless_the_harness_says_them():
    tracer = provider_with().get_tracer("client")
    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "book"}
    with run("r") as live, episode("1") as first:
        with acting_as("agent"):
            with tracer.start_as_current_span("execute_tool book", attributes=tool):
                tracer.start_span("inner", attributes=tool).end()
            tracer.start_span("again", attributes=tool).end()
        live.accounting.settle()
        actions = first.actions
        with episode("2") as second:
            tracer.start_span("again", attributes=tool).end()
            second.act("said")
            live.accounting.settle()
            said = second.actions

    assert [(a.name, a.actor) for a in actions] == [("book", "agent")] * 2
    assert [a.name for a in said] == ["said"]
