"""Spans whose ids OpenTelemetry drew twice, because the harness seeds ``random``."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opentelemetry import trace
from opentelemetry.context import get_current
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.id_generator import IdGenerator
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import (
    EvaluationProcessor,
    StampingExporter,
    carried,
    naming,
    run,
)
from evalrata.instrument.entries import LATE, MOST_LATE, OPEN, TWINS
from evalrata.integrations import lint_paths
from evalrata.schemas.root_usage import ledger

NOTE = "spans have the ids of earlier ones"


@pytest.fixture(autouse=True)
def nothing_stays_open():
    yield
    assert not TWINS
    assert not [entry for entry in OPEN.values() if entry.run.ended]


def root_of(path):
    """Root tokens by the linter's own reading of the archive."""
    (summary,) = lint_paths([path]).runs
    return summary.usage.root.total


def told(live):
    return [note for note in live.card().notes if note.startswith(NOTE)]


def call(tracer, **usage):
    tracer.start_span("chat", attributes=chat(**usage)).end()


def test_a_seed_for_each_episode_leaves_every_call_in_card_and_archive(tmp_path):
    tracer = provider_with().get_tracer("client")
    path = tmp_path / "run.jsonl"
    with run("r", archive=path) as live:
        for task in range(5):
            random.seed(42)
            with live.episode(task), tracer.start_as_current_span("agent"):
                call(tracer)
                # A wrapper that says the same as the call in it: one call.
                with tracer.start_as_current_span("wrap", attributes=chat()):
                    call(tracer)

    assert live.card().usage.root.total == 5 * 2 * 120
    assert live.card().usage.full.total == 5 * 3 * 120
    assert root_of(path) == 1200
    # Four spans in each of the four episodes after the first.
    assert told(live)[0].endswith(": 4")


def test_spans_of_one_id_that_are_open_at_once_are_all_counted(tmp_path):
    tracer = provider_with().get_tracer("client")
    path = tmp_path / "run.jsonl"
    lock, all_open = threading.Lock(), threading.Barrier(4)

    def work(task):
        with live.episode(task):
            with lock:
                random.seed(42)
                span = tracer.start_span("chat", attributes=chat(tokens_in=task))
            all_open.wait(10)
            span.end()

    with run("r", archive=path) as live, ThreadPoolExecutor(4) as pool:
        list(pool.map(carried(work), range(100, 104)))

    # 100 + 101 + 102 + 103 in, 20 out each, and each by its own episode.
    assert live.card().usage.root.total == 486
    assert {t: n.total for (t, _), n in live.usage("episode").items()} == {
        str(task): task + 20 for task in range(100, 104)
    }
    assert root_of(path) == 486


def test_two_processors_count_a_span_of_a_repeated_id_once():
    provider = provider_with(EvaluationProcessor())
    tracer = provider.get_tracer("client")
    with run("r") as live:
        spans = []
        for _ in range(3):
            random.seed(1)
            spans.append(tracer.start_span("chat", attributes=chat()))
        for span in spans:
            span.end()

    card = live.card()
    assert (card.calls.spans, card.usage.root.total) == (3, 360)
    assert card.dropped.outside == 0


class Constant(IdGenerator):
    """Gives every span the ids of every other."""

    def generate_trace_id(self):
        return 7

    def generate_span_id(self):
        return 9


def test_where_all_ids_are_equal_the_nesting_still_counts(tmp_path):
    tracer = provider_with(id_generator=Constant()).get_tracer("client")
    path = tmp_path / "run.jsonl"
    with run("r", archive=path) as live, live.episode("1"):
        for _ in range(3):
            # Each call is reported by two, one inside the other.
            with tracer.start_as_current_span("litellm", attributes=chat()):
                call(tracer)
            call(tracer)

    assert live.card().usage.root.total == 3 * 2 * 120
    assert live.card().usage.full.total == 3 * 3 * 120
    assert root_of(path) == 720


def test_a_span_that_starts_after_the_one_above_it_ended_is_below_that_one():
    tracer = provider_with(id_generator=Constant()).get_tracer("client")
    with run("r") as live:
        call(tracer)
        silent = tracer.start_span("agent")
        silent.end()
        within = trace.set_span_in_context(silent)
        tracer.start_span("chat", context=within, attributes=chat()).end()

    # Below the first, which says what it used, nobody could tell them apart.
    assert live.card().usage.root.total == 240
    assert live.card().calls.flags == {}


def test_an_exporter_stamps_each_with_what_is_known_of_it():
    exporter, processor = InMemorySpanExporter(), EvaluationProcessor()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(processor)
    stamping = StampingExporter(exporter, processor.learned)
    provider.add_span_processor(SimpleSpanProcessor(stamping))
    tracer, spans = provider.get_tracer("client"), []
    with run("r") as live:
        for task in ("a", "b"):
            random.seed(1)
            with live.episode(task):
                spans.append(tracer.start_span("chat", attributes=chat()))
        for span in spans:
            span.end()

    tasks = [s.attributes["evalrata.task"] for s in exporter.get_finished_spans()]
    assert tasks == ["a", "b"]


def test_a_span_outside_the_run_does_not_end_one_inside():
    tracer = provider_with().get_tracer("client")
    random.seed(1)
    outer = tracer.start_span("chat", attributes=chat())
    with run("r") as live, live.episode("1"):
        random.seed(1)
        inner = tracer.start_span("chat", attributes=chat(tokens_in=50))
        outer.end()
        inner.end()

    assert live.card().usage.root.total == 70
    assert live.card().dropped.outside == 1


def test_without_a_seed_nothing_is_told():
    tracer = provider_with().get_tracer("client")
    with run("r") as live, live.episode("1"):
        for _ in range(3):
            call(tracer)

    assert not told(live)


def test_a_span_that_ends_after_its_run_is_late_and_not_the_next_one_s():
    tracer = provider_with().get_tracer("client")
    with run("one") as one:
        span = tracer.start_span("chat", attributes=chat())
    with run("two") as two:
        span.end()

    assert (one.card().dropped.unfinished, one.card().dropped.late) == (1, 1)
    assert (two.card().dropped.late, two.card().dropped.outside) == (0, 0)
    assert two.card().calls.spans == 0


def test_the_counts_of_a_run_that_ended_stay():
    tracer = provider_with().get_tracer("client")
    with run("r") as live:
        call(tracer)
    for _ in range(3):
        call(tracer)

    assert live.card().dropped.outside == 0


def test_few_are_remembered_as_late():
    tracer = provider_with().get_tracer("client")
    with run("r"):
        spans = [tracer.start_span("x") for _ in range(MOST_LATE + 5)]

    assert len(LATE) == MOST_LATE
    for span in spans:
        span.end()
    assert not LATE


class Few(IdGenerator):
    """Draws from very few ids."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311 - as the SDK's

    def generate_trace_id(self):
        return self.random.randint(1, 2)

    def generate_span_id(self):
        return self.random.randint(1, 3)


STARTS = st.tuples(st.none(), st.integers(0, 9))
ENDS = st.tuples(st.integers(0, 2), st.integers(0, 9))


def played(program, **given_):
    """Return the card, and the calls written, of spans that a program makes.

    ``(None, n)`` starts one below the n-th so far, which may have ended (0: below
    none); ``(tokens, n)`` ends the n-th, a call if there are tokens.
    """
    tracer, spans, calls = provider_with(**given_).get_tracer("client"), [], []
    with run("r") as live:
        live.accounting._write = calls.append
        inside = get_current()
        for tokens, n in program:
            chosen = spans[n % len(spans)] if spans and n else None
            if tokens is None:
                above = inside
                if chosen is not None:
                    above = trace.set_span_in_context(chosen, inside)
                spans.append(tracer.start_span("x", context=above))
            elif chosen is not None and chosen.is_recording():
                chosen.set_attributes(chat(tokens_in=tokens) if tokens else {})
                chosen.end()
        for span in spans:
            if span.is_recording():
                span.end()
    return live.card(), calls


@settings(deadline=None)
@given(
    st.lists(STARTS | ENDS, max_size=60),
    st.integers(0, 99),
    st.sampled_from([naming.EXACT, 3]),
)
def test_whichever_ids_are_drawn_the_numbers_are_the_same(program, seed, exact):
    plain, plain_calls = played(program)
    with mock.patch.object(naming, "EXACT", exact):
        few, calls = played(program, id_generator=Few(seed))

    assert (few.usage, few.calls) == (plain.usage, plain.calls)
    assert len({(c.trace, c.id) for c in calls}) == len(calls)
    assert ledger(calls).root_low == ledger(plain_calls).root_low
    assert ledger(calls).root_high == ledger(plain_calls).root_high
