"""pydantic-ai: an agent's span sums its calls under names of their own."""

from contextlib import contextmanager

import pytest
from tests.live.clients.instrumentors import openinference

pytestmark = pytest.mark.live


@contextmanager
def pydantic_ai(provider):
    from pydantic_ai import (  # noqa: PLC0415 - only where the package is installed
        Agent,
        InstrumentationSettings,
    )

    Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))
    yield
    Agent.instrument_all(instrument=False)


def ask_with_a_tool(server):
    """Ask once: the model calls the tool, then answers; two calls."""
    from pydantic_ai import Agent  # noqa: PLC0415 - as above
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415 - as above
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415 - as above

    provider = OpenAIProvider(base_url=server.url, api_key="none")
    agent = Agent(OpenAIChatModel("gpt-4o", provider=provider))

    @agent.tool_plain
    def population() -> str:
        return "10 million"

    agent.run_sync("How many people live in Lima?")


def test_alone_the_calls_are_one_and_the_sum_is_another(h):
    with pydantic_ai(h.provider):
        card = h.card(lambda: ask_with_a_tool(h.server))

    assert len(h.bill.lines) == 2
    assert card.usage.root == card.usage.full_calls == h.billed()
    assert card.usage.multiplier.total == 2.0


@pytest.mark.parametrize("content", [True, False])
def test_over_openinference_every_call_has_two_spans_and_a_sum(h, content):
    with pydantic_ai(h.provider), openinference(h.provider, "openai", content=content):
        card = h.card(lambda: ask_with_a_tool(h.server))

    assert card.usage.root == h.billed()
    assert card.usage.full_calls.total == 2 * h.bill.total
    assert card.usage.multiplier.total == 3.0
    assert card.calls.billed == 2


def test_the_executed_tool_is_an_action_of_the_agent(h):
    with pydantic_ai(h.provider):
        card = h.card(lambda: ask_with_a_tool(h.server))

    assert card.actions.agent == 1
