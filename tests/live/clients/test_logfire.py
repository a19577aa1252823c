"""logfire, which makes a tracer provider of its own."""

import pytest
from tests.live.clients.calls import openai_client

from evalrata.instrument import EvaluationProcessor

pytestmark = pytest.mark.live


def test_the_processor_is_added_where_logfire_takes_it(h):
    import logfire  # noqa: PLC0415 - only where the package is installed

    instance = logfire.configure(
        local=True,
        send_to_logfire=False,
        console=False,
        additional_span_processors=[EvaluationProcessor()],
    )
    question = [{"role": "user", "content": "Hi"}]
    with openai_client(h.server) as client, instance.instrument_openai(client):
        create = client.chat.completions.create
        card = h.card(lambda: create(model="gpt-4o", messages=question))
    instance.shutdown()

    assert card.usage.root == card.usage.full == h.billed()
