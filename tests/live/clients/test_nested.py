"""Clients over clients: one billed call is reported by every layer."""

import pytest
from tests.live.clients.calls import (
    by_langchain,
    by_litellm,
    by_openai,
    embed_by_litellm,
)
from tests.live.clients.harness import contains
from tests.live.clients.instrumentors import openinference, openllmetry

pytestmark = pytest.mark.live

LAYERS = ("openai", "litellm", "langchain")
either_content = pytest.mark.parametrize("content", [True, False])


def around(h, *calls, roll_up=False):
    """Make the calls below one span; with ``roll_up`` it sums what they used."""
    with h.provider.get_tracer("harness").start_as_current_span("solve") as span:
        for number, call in enumerate(calls, 1):
            call(h.server, "again " * number)
        if roll_up:
            span.set_attribute("gen_ai.operation.name", "invoke_agent")
            span.set_attribute("gen_ai.usage.input_tokens", h.bill.input)
            span.set_attribute("gen_ai.usage.output_tokens", h.bill.output)


@either_content
def test_litellm_over_openai_is_counted_twice_by_adding_spans(h, content):
    with openinference(h.provider, "openai", "litellm", content=content):
        card = h.card(lambda: [by_litellm(h.server, "x" * n) for n in range(3)])

    assert card.usage.root == card.usage.naive_root == h.billed()
    assert card.usage.multiplier.input == card.usage.multiplier.output == 2.0
    assert card.calls.billed == 3


@either_content
def test_embeddings_by_litellm_over_openai(h, content):
    with openinference(h.provider, "openai", "litellm", content=content):
        card = h.card(lambda: embed_by_litellm(h.server, ["a", "bb"]))

    assert set(card.by_model) == {"text-embedding-3-small"}
    assert card.usage.root.input == h.bill.input
    assert card.usage.multiplier.input == 2.0


def test_langchain_over_openai_where_one_is_instrumented(h):
    with openinference(h.provider, "openai"):
        card = h.card(lambda: by_langchain(h.server))

    assert card.usage.root == card.usage.full == h.billed()


def test_langchain_over_openai_where_the_inner_span_is_suppressed(h):
    with openllmetry(h.provider, "openai", "langchain"):
        card = h.card(lambda: by_langchain(h.server))

    assert h.names() == ["ChatOpenAI.chat"]
    assert card.usage.root == card.usage.full == h.billed()


def test_an_operation_around_three_of_them(h):
    """openai once, litellm and langchain twice: five spans of three calls."""
    calls = [by_openai, by_litellm, by_langchain]
    with openinference(h.provider, *LAYERS):
        card = h.card(lambda: around(h, *calls))

    one, two, three = (line.input for line in h.bill.lines)
    assert card.usage.root == h.billed()
    assert card.usage.full.input == one + 2 * two + 2 * three
    assert card.usage.naive_root.total is None  # the one span without a parent has none
    assert card.calls.flags == {"repeated-id": 1}  # langchain and openai, side by side


def test_an_operation_that_sums_what_litellm_did_over_openai(h):
    """The factor is the depth: operation, litellm, openai."""
    with openinference(h.provider, "openai", "litellm"):
        card = h.card(lambda: around(h, *[by_litellm] * 3, roll_up=True))

    assert card.usage.root == card.usage.naive_root == h.billed()
    assert card.usage.multiplier.input == card.usage.multiplier.output == 3.0


def test_without_content_the_operation_gives_an_interval(h):
    """Only langchain's pair needs an id: openai and litellm stand on their own."""
    with openinference(h.provider, *LAYERS, content=False):
        card = h.card(lambda: around(h, by_openai, by_litellm, by_langchain))

    langchain = h.bill.lines[2]
    assert card.usage.root.input == (h.bill.input, h.bill.input + langchain.input)
    assert contains(card.usage.root.total, h.bill.total)
    assert card.calls.uncertain == 1


def test_the_fingerprint_makes_it_exact_again(h):
    with openinference(h.provider, *LAYERS, content=False):
        card = h.card(
            lambda: around(h, by_openai, by_litellm, by_langchain), fingerprint=True
        )

    assert card.usage.root == h.billed()
    assert card.calls.flags == {"fingerprint": 1}
