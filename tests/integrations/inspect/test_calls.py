from tests.integrations.inspect.specimens import counts, model_event

from evalrata.integrations.inspect.calls import call_of, usage_of
from evalrata.schemas.records import Call, Usage


def test_the_cache_is_put_inside_the_input():
    recorded = counts(
        10,
        5,
        input_tokens_cache_read=60,
        input_tokens_cache_write=30,
        reasoning_tokens=2,
    )

    assert usage_of(recorded) == Usage(
        input=100, output=5, cache_read=60, cache_write=30, reasoning=2
    )


def test_no_usage_is_none():
    assert usage_of(None) is None


def test_a_model_event():
    assert call_of(model_event(), "agent", "inferred") == Call(
        id="m1",
        kind="call",
        name="generate",
        scope="inspect_ai",
        response="chatcmpl-m1",
        model="gpt-4o-2024-11-20",
        provider="openai",
        actor="agent",
        known="inferred",
        usage=Usage(input=100, output=10),
        started=1767268800.0,
        ended=1767268801.0,
    )


def test_an_answer_from_inspects_cache_was_not_billed():
    assert call_of(model_event(cache="read"), "agent", None).cached is True
    assert call_of(model_event(cache="write"), "agent", None).cached is None


def test_a_failed_call():
    event = model_event(error="RateLimitError", usage=None, completed=None)
    event.output.model = ""
    found = call_of(event, "agent", None)

    assert found.error
    assert (found.usage, found.ended, found.model) == (None, None, "gpt-4o")


def test_a_cost_that_inspect_computed():
    event = model_event(usage=counts(1, 1, total_cost=0.25))

    assert call_of(event, "agent", None).cost == 0.25
