"""Spans of the simulated user's model are the user simulator's, also in a grading."""

from opentelemetry.sdk.trace import TracerProvider
from tests.integrations.tau.live.desk import RESPOND, STOP, Action, Env, Task, User
from tests.integrations.tau.live.driving import lines

from evalrata.instrument import acting_as, attach, episode, run
from evalrata.integrations.tau.live import instrument_env

BYE = Action(RESPOND, {"content": "Goodbye"})


class Modelled(User):
    """Asks a model, whose span says what it used."""

    def __init__(self, tracer, *replies):
        super().__init__(*replies)
        self.tracer = tracer

    def ask(self):
        with self.tracer.start_as_current_span("chat") as span:
            span.set_attribute("gen_ai.operation.name", "chat")
            span.set_attribute("gen_ai.usage.input_tokens", 10)
            span.set_attribute("gen_ai.usage.output_tokens", 1)

    def reset(self, instruction=None):
        self.ask()
        return super().reset(instruction)

    def step(self, content):
        self.ask()
        return super().step(content)


def test_each_model_call_has_its_actor(tmp_path):
    path, provider = tmp_path / "a.jsonl", TracerProvider()
    attach(provider)
    tracer = provider.get_tracer("tests")
    user = Modelled(tracer, STOP)
    env = instrument_env(Env(tasks=[Task("say hello", [BYE])], user=user))

    with run("r", archive=path) as live, episode(0), acting_as("agent"):
        env.reset(0)
        user_of_the_agent = tracer.start_span(
            "chat", attributes={"gen_ai.usage.input_tokens": 100}
        )
        user_of_the_agent.end()
        env.step(BYE)

    by_actor = live.card().usage.by_actor
    # Three calls of the user: the first message, the agent's, the grader's replay.
    assert by_actor["user_simulator"].input == 30
    assert by_actor["agent"].input == 100
    assert {c["actor"] for c in lines(path, "call")} == {"agent", "user_simulator"}
