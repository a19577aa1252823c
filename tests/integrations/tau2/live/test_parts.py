"""Each part by itself: who speaks, what cannot be instrumented, what cannot be read."""

import pytest
from opentelemetry.sdk.trace import TracerProvider
from tests.integrations.tau2.live import hall

from evalrata.instrument import attach as attach_spans
from evalrata.instrument import episode, run
from evalrata.integrations.tau2.live import instrument_orchestrator, record_result
from evalrata.schemas.errors import UsageError


def asking(tracer, tokens):
    def ask():
        used = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": tokens}
        tracer.start_span("chat", attributes=used).end()

    return ask


class Streaming:
    """Speaks in chunks, and has no turns."""

    def __init__(self, ask):
        self.ask = ask

    def get_next_chunk(self, *channels):
        self.ask()


class Either(hall.Agent, Streaming):
    """Can do both."""


@pytest.mark.parametrize(
    ("kind", "method"),
    [
        (hall.Agent, "generate_next_message"),
        (Streaming, "get_next_chunk"),
        (Either, "generate_next_message"),
        (Either, "get_next_chunk"),
    ],
)
def test_model_calls_are_whose_turn_it_is(kind, method):
    provider = TracerProvider()
    attach_spans(provider)
    tracer = provider.get_tracer("tests")
    made = hall.Orchestrator(
        kind(ask=asking(tracer, 100)),
        hall.User(ask=asking(tracer, 10)),
        hall.Environment(),
        hall.tasks()[0],
    )

    instrument_orchestrator(made)
    with run("r") as live, episode("t"):
        getattr(made.agent, method)(None)
        made.user.generate_next_message(None)

    by_actor = live.card().usage.by_actor
    assert by_actor["agent"].input == 100
    assert by_actor["user_simulator"].input == 10


def test_an_orchestrator_keeps_its_parts_and_gains_no_method():
    made = hall.Orchestrator(hall.Agent(), hall.User(), hall.Environment(), None)
    parts = made.agent, made.user, made.environment

    assert instrument_orchestrator(instrument_orchestrator(made)) is made
    assert (made.agent, made.user, made.environment) == parts
    assert not hasattr(made.agent, "get_next_chunk")


def test_what_is_no_orchestrator_is_refused():
    with pytest.raises(UsageError, match="object has no agent, user, environment"):
        instrument_orchestrator(object())


def test_a_part_that_does_not_speak_is_refused():
    made = hall.Orchestrator(object(), hall.User(), hall.Environment(), None)

    with pytest.raises(UsageError, match="object is no participant of tau2-bench"):
        instrument_orchestrator(made)


def test_a_result_that_cannot_be_read_is_a_fault_and_no_error():
    with run("r") as live, episode("t"):
        record_result(object(), hall.tasks()[0])

    card = live.card()
    assert card.dropped.faults == 1
    assert card.episodes.ungraded == 1


def test_an_ending_that_is_not_known_is_unknown_and_not_completed():
    simulation = hall.SimulationRun(task_id="t", termination_reason="struck_by_thunder")
    with run("r") as live, episode("t") as made:
        record_result(simulation, hall.tasks()[0])

    assert made.termination.kind == "unknown"
    assert made.termination.reason == "struck_by_thunder"
    assert live.card().episodes.crashed == 0


def test_outside_an_episode_nothing_is_recorded():
    record_result(object(), object())
