"""The scope over HTTP: nothing by default, and only what is plausible when asked."""

from urllib.parse import quote, unquote

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.context import Context
from opentelemetry.propagate import extract as global_extract
from opentelemetry.propagate import inject as global_inject
from opentelemetry.propagators.composite import CompositePropagator
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from tests.instrument.children import child, of_kind
from tests.instrument.spans import provider_with

from evalrata.instrument import (
    EvalrataPropagator,
    EvalrataWarning,
    acting_as,
    current,
    episode,
    inject,
    joined,
    run,
)
from evalrata.instrument.guests import RESTING
from evalrata.instrument.propagation import HEADER, received

PLAUSIBLE = {"run": "r", "of": "0123456789abcdef"}


@pytest.fixture
def tracer():
    return provider_with().get_tracer("client")


def header(passage):
    return {HEADER: quote(msgspec.json.encode(passage).decode())}


def test_a_request_to_a_model_provider_carries_nothing_of_it(path, tracer):
    """What an instrumented client does: inject with the global propagator."""
    headers = {}
    with (
        run("secret-run", archive=path, benchmark="secret-bench"),
        episode("secret-task", trial=3),
        acting_as("grader"),
        tracer.start_as_current_span("chat"),
    ):
        global_inject(headers)
    text = repr(headers).lower()

    assert set(headers) == {"traceparent"}
    for word in ("evalrata", "secret", "grader"):
        assert word not in text


def test_a_request_to_a_service_of_ones_own_carries_the_scope(path, tracer):
    with (
        run("r", archive=path, benchmark="b") as live,
        episode("tâsk 1", trial=2) as here,
        acting_as("environment"),
        tracer.start_as_current_span("tool") as span,
    ):
        headers = inject({"accept": "*/*"})
    said = msgspec.json.decode(unquote(headers[HEADER]))

    assert set(headers) == {"accept", "traceparent", HEADER}
    assert f"{span.get_span_context().span_id:016x}" in headers["traceparent"]
    assert headers[HEADER].isascii()
    assert said == {
        "run": "r",
        "of": live.of,
        "benchmark": "b",
        "episode": here.id,
        "task": "tâsk 1",
        "trial": 2,
        "actor": "environment",
    }
    assert str(path.parent) not in repr(headers)


SERVICE = """
import json
with joined(json.loads(sys.argv[1]), parts=sys.argv[2]) as live:
    with nested(tracer, "openai", response="1"):
        act("book")
"""


def test_a_service_takes_part_if_its_operator_says_where(path, tracer):
    with run("r", archive=path) as live, episode("1"), acting_as("environment"):
        with tracer.start_as_current_span("tool") as span:
            sent = msgspec.json.encode(inject({})).decode()
        child(SERVICE, {}, sent, f"{path}.parts")
    (call,) = (c for c in of_kind(path, "call") if "usage" in c)

    assert call["actor"] == "environment"
    assert call["task"] == "1"
    assert call["parent"] == f"{span.get_span_context().span_id:016x}"
    assert live.card().actions.environment == 1
    assert live.card().usage.root.input == 100


INSTRUMENTED = """
import json
from opentelemetry import propagate
propagate.set_global_textmap(EvalrataPropagator())
context = propagate.extract(json.loads(sys.argv[1]))
with tracer.start_as_current_span("GET /", context=context, attributes=chat()):
    pass
print(len(context))
"""


def test_the_propagator_works_in_a_service_that_is_instrumented(path):
    env = {"EVALRATA_PARTS": f"{path}.parts"}
    with run("r", archive=path) as live, episode("1", actor="environment"):
        sent = msgspec.json.encode(inject({})).decode()
        with_parts = child(INSTRUMENTED, env, sent)
        without = child(INSTRUMENTED, {}, sent)

    assert (with_parts, without) == ("1\n", "0\n")
    assert live.card().usage.by_actor["environment"].input == 100


def test_composed_with_the_trace_context_it_goes_there_and_back(path, tracer):
    both = CompositePropagator(
        [TraceContextTextMapPropagator(), EvalrataPropagator(parts="/nowhere")]
    )
    carrier = {}
    with run("r", archive=path) as live, episode("1") as here, acting_as("agent"):
        with tracer.start_as_current_span("s"):
            both.inject(carrier)
        found = current(both.extract(carrier, Context()))

        assert (found.run, found.episode, found.actor) == (live, here, "agent")
    assert both.fields >= {"traceparent", HEADER}


def test_the_global_propagator_does_not_read_it():
    assert current(global_extract(header(PLAUSIBLE))) is None


@pytest.mark.parametrize(
    "more",
    [
        {"parts": "/etc"},
        {"ticket": "1"},
        {"unknown": 1},
        {"run": "../../etc passwd"},
        {"run": "r\n"},
        {"run": "x" * 201},
        {"run": ""},
        {"of": "ä"},
        {"episode": "e1"},
        {"task": "1"},
        {"episode": "e1", "task": "a\x1b[2Jb"},
        {"episode": "e1", "task": "x" * 201},
        {"episode": "e1", "task": "1", "trial": -1},
        {"episode": "e1", "task": "1", "trial": 10**9},
        {"episode": "e1", "task": "1", "trial": True},
        {"actor": "boss"},
        {"benchmark": 1},
    ],
)
def test_what_is_not_plausible_is_not_taken(more):
    assert received(header(PLAUSIBLE)) is not None
    assert received(header({**PLAUSIBLE, **more})) is None


def test_a_header_that_is_too_long_or_comes_twice_is_not_taken():
    long = header({**PLAUSIBLE, "run": "r"})
    long[HEADER] += "%20" * 1000

    assert received(long) is None
    assert received({**header(PLAUSIBLE), HEADER.upper(): "x"}) is None
    assert received({HEADER.title(): header(PLAUSIBLE)[HEADER]}) is not None


@given(st.text())
def test_whatever_the_header_holds_nothing_is_raised(text):
    assert EvalrataPropagator(parts="/nowhere").extract({HEADER: text}) is not None
    with joined({HEADER: text}, parts="/nowhere") as live:
        assert live is None or live.moved


def test_what_does_not_fit_is_not_sent_and_counted(path):
    with (
        run("r", archive=path) as live,
        episode("x" * 500),
        pytest.warns(EvalrataWarning, match="does not fit"),
    ):
        headers = inject({})

    assert HEADER not in headers
    assert live.card().dropped.misuse == 1


def test_outside_a_run_nothing_is_added():
    assert inject({}) == {}


def test_a_service_keeps_few_runs_open(tmp_path):
    seen = []
    for number in range(RESTING + 5):
        sent = header({"run": "r", "of": f"opening-{number}"})
        with joined(sent, parts=tmp_path / "parts") as live:
            live.pin("harness", "service")
        seen.append(live)

    assert [live.ended is not None for live in seen] == [True] * 5 + [False] * RESTING
    for live in seen:
        live.finish()
    assert len(list((tmp_path / "parts").iterdir())) == RESTING + 5
