"""litellm's own count of a stream's tokens is no usage (spans of litellm 1.110.2)."""

import pytest
from tests.schemas.spans.read import call

from evalrata.schemas.records import Usage

COUNTED = (
    "{'completion_tokens': 6, 'prompt_tokens': 14, 'total_tokens': 20, "
    "'completion_tokens_details': {'reasoning_tokens': 0, 'text_tokens': 6}, "
    "'prompt_tokens_details': None, 'cost': 9.5e-05}"
)
SENT = COUNTED.replace("_details': None", "_details': {'cached_tokens': 3}")

SPAN = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.id": "chatcmpl-1",
    "gen_ai.usage.input_tokens": 14,
    "gen_ai.usage.output_tokens": 6,
    "gen_ai.cost.total_cost": 9.5e-05,
    "litellm.cache_hit": False,
    "llm.is_streaming": "True",
    "metadata.usage_object": COUNTED,
}
WHOLE = Usage(input=14, output=6)


def read(changed=()):
    return call({**SPAN, **dict(changed)}, scope="litellm")


def test_a_stream_that_litellm_counted_has_no_usage_and_no_cost():
    found = read()

    assert (found.kind, found.response) == ("call", "chatcmpl-1")
    assert found.usage is None
    assert found.cost is None


def test_without_the_copy_of_the_usage_nothing_says_who_counted():
    found = call({k: v for k, v in SPAN.items() if not k.startswith("metadata")})

    assert found.usage is None


@pytest.mark.parametrize(
    "changed",
    [
        {"metadata.usage_object": SENT},
        {"metadata.usage_object": SENT.replace("'", '"')},
        {"llm.is_streaming": "False"},
    ],
    ids=["sent", "sent, as JSON", "no stream"],
)
def test_what_a_provider_sent_is_usage(changed):
    found = read(changed)

    assert found.usage == WHOLE
    assert found.cost == pytest.approx(9.5e-05)


@pytest.mark.parametrize("name", ["gen_ai.request.stream", "litellm.request.streaming"])
def test_other_names_for_a_stream(name):
    span = {k: v for k, v in SPAN.items() if k != "llm.is_streaming"}

    assert call({**span, name: True}, scope="litellm").usage is None


def test_streams_of_others_are_counted():
    theirs = {k: v for k, v in SPAN.items() if not k.startswith(("litellm", "meta"))}

    assert call(theirs, scope="opentelemetry.instrumentation.openai.v1").usage == WHOLE
