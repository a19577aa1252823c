"""openai alone, under either family of instrumentations: nothing is nested."""

from functools import partial

import pytest
from tests.live.clients.calls import by_openai, embed, respond
from tests.live.clients.instrumentors import openinference, openllmetry

from evalrata.schemas.report import Tokens

pytestmark = pytest.mark.live

instrumented = pytest.mark.parametrize(
    "instrumented",
    [
        openinference,
        partial(openinference, content=False),
        openllmetry,
    ],
    ids=["openinference", "openinference-without-content", "openllmetry"],
)


@instrumented
def test_calls_are_counted_once(h, instrumented):
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: [by_openai(h.server, "again " * n) for n in range(3)])

    assert card.usage.root == card.usage.full == h.billed()
    assert card.usage.multiplier.total == 1.0
    assert (card.calls.billed, card.calls.uncertain) == (3, 0)
    assert card.usage.by_actor == {"agent": h.billed()}


@instrumented
def test_the_responses_interface_is_counted(h, instrumented):
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: respond(h.server, "Hi there"))

    assert card.usage.root == h.billed()


@instrumented
def test_embeddings_are_a_line_of_their_own(h, instrumented):
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: (by_openai(h.server), embed(h.server, ["a", "bb"])))

    chat, embedding = h.bill.lines
    assert card.usage.root == h.billed()
    assert set(card.by_model) == {"gpt-4o-2024-11-20", "text-embedding-3-small"}
    assert card.by_model[chat.model].input == chat.input
    assert card.by_model[embedding.model].input == embedding.input


@instrumented
def test_a_stream_that_asks_for_usage_is_counted(h, instrumented):
    options = {"stream": True, "stream_options": {"include_usage": True}}
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: by_openai(h.server, **options))

    assert card.usage.root == h.billed()
    assert card.calls.missing == 0


@instrumented
def test_a_stream_without_usage_is_missing_and_not_estimated(h, instrumented):
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: by_openai(h.server, stream=True))

    assert h.bill.total > 0
    assert card.usage.root == Tokens()
    assert (card.calls.billed, card.calls.missing) == (0, 1)


@instrumented
def test_attempts_that_the_client_makes_again_cost_nothing(h, instrumented):
    h.server.refuse(500, 429)
    with instrumented(h.provider, "openai"):
        card = h.card(lambda: by_openai(h.server))

    assert h.server.refused == [500, 429]
    assert card.usage.root == h.billed()
    assert (card.calls.billed, card.calls.failed) == (1, 0)


@instrumented
def test_a_call_that_fails_for_good_is_failed_and_not_missing(h, instrumented):
    h.server.refuse(500, 500, 500)

    def fail():
        import openai  # noqa: PLC0415 - only where the package is installed

        with pytest.raises(openai.InternalServerError):
            by_openai(h.server)

    with instrumented(h.provider, "openai"):
        card = h.card(fail)

    assert h.bill.lines == []
    assert card.usage.root == Tokens()
    assert (card.calls.failed, card.calls.missing) == (1, 0)
