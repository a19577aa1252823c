"""Research notes 2.3: spans that instrumentations were seen to emit, with their sums.

One call each: 100 in, 20 out, 60 of the input from the cache, 8 of the output
reasoning.
"""

import json

import pytest
from tests.schemas.spans.conventions import SAME, WRITTEN
from tests.schemas.spans.read import call

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger

ID = "chatcmpl-1"
OPENAI_JSON = json.dumps({"id": ID, "choices": []})
LANGCHAIN_JSON = json.dumps(
    {"generations": [[{"message": {"kwargs": {"response_metadata": {"id": ID}}}}]]}
)
TIMES = {"started": 1.0, "ended": 2.0}
INSIDE = {"started": 1.1, "ended": 1.9}

OI_OPENAI = {
    "openinference.span.kind": "LLM",
    "llm.system": "openai",
    "llm.provider": "openai",
    "llm.model_name": "gpt-4o-2024-11-20",
    "input.mime_type": "application/json",
    "output.mime_type": "application/json",
    **WRITTEN["openinference"],
}
OI_LANGCHAIN = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "gpt-4o",
    **WRITTEN["openinference"],
}
OPENLLMETRY = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-11-20",
    "gen_ai.response.id": ID,
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 20,
    "gen_ai.usage.total_tokens": 120,
    "gen_ai.usage.cache_read.input_tokens": 60,
    "gen_ai.usage.reasoning_tokens": 8,
    "gen_ai.is_streaming": False,
}
OPENLLMETRY_LANGCHAIN = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.response.model": "gpt-4o-2024-11-20",
    "gen_ai.response.id": ID,
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 20,
    "gen_ai.usage.total_tokens": 120,
    "gen_ai.usage.cache_read.input_tokens": 60,
}
LOGFIRE = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-11-20",
    "gen_ai.response.id": ID,
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 20,
    "operation.cost": 0.000375,
    "logfire.msg": "Chat Completion with 'gpt-4o'",
}
AGENT = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "agent",
    "model_name": "gpt-4o",
    "gen_ai.aggregated_usage.input_tokens": 100,
    "gen_ai.aggregated_usage.output_tokens": 20,
    "gen_ai.aggregated_usage.cache_read.input_tokens": 60,
    "gen_ai.aggregated_usage.details.reasoning_tokens": 8,
}
PYDANTIC_AI = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-11-20",
    "gen_ai.response.id": ID,
    "operation.cost": 0.000375,
    **WRITTEN["pydantic-ai"],
}
LITELLM = {
    "gen_ai.operation.name": "chat",
    "gen_ai.system": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-11-20",
    "gen_ai.response.id": ID,
    "llm.request.type": "acompletion",
    "llm.is_streaming": "False",
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 20,
    "gen_ai.usage.total_tokens": 120,
    "gen_ai.cost.input_cost": 0.000175,
    "gen_ai.cost.output_cost": 0.0002,
    "gen_ai.cost.total_cost": 0.000375,
    "litellm.cache_hit": False,
    "hidden_params": '{"model_id": null}',
}
RAW = {"llm.openai.messages": "[]", "llm.openai.model": "gpt-4o"}
LANGFUSE = {
    "langfuse.observation.type": "generation",
    "langfuse.observation.model.name": "gpt-4o",
    "langfuse.observation.cost_details": '{"total": 0.000375}',
    "langfuse.environment": "default",
    **WRITTEN["langfuse, openai"],
}
COUNTED = Usage(100, 20)


def made(usage, **more):
    return Call(
        id="00f067aa0ba902b7",
        trace="4bf92f3577b34da6a3ce929d0e0e4736",
        name="span",
        started=1.0,
        ended=2.0,
        **{
            "kind": "call",
            "model": "gpt-4o-2024-11-20",
            "provider": "openai",
            "usage": usage,
            **more,
        },
    )


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        (OI_OPENAI, made(SAME)),
        (OI_OPENAI | {"output.value": OPENAI_JSON}, made(SAME, response=ID)),
        (OI_LANGCHAIN, made(SAME, model="gpt-4o", provider=None)),
        (
            OI_LANGCHAIN | {"output.value": LANGCHAIN_JSON},
            made(SAME, model="gpt-4o", provider=None, response=ID),
        ),
        (OPENLLMETRY, made(SAME, response=ID)),
        (OPENLLMETRY_LANGCHAIN, made(Usage(100, 20, cache_read=60), response=ID)),
        (LOGFIRE, made(COUNTED, response=ID, cost=0.000375)),
        (PYDANTIC_AI, made(SAME, response=ID, cost=0.000375)),
        (
            AGENT,
            made(
                None,
                kind="rollup",
                model="gpt-4o",
                provider=None,
                rollup={"gpt-4o": SAME},
            ),
        ),
        (LITELLM, made(COUNTED, response=ID, cost=0.000375, cached=False)),
        (RAW, None),
        (LANGFUSE, made(SAME, model="gpt-4o", provider=None, cost=0.000375)),
    ],
)
def test_the_call(attributes, expected):
    assert call(attributes) == expected


def span(id, parent, attributes, scope, trace="t", **more):  # noqa: A002 - as the record calls it
    return call(attributes, span_id=id, parent=parent, trace=trace, scope=scope, **more)


def sums(calls, **options):
    found = ledger([c for c in calls if c is not None], **options)
    return {
        name: tokens.total(tokens.add(getattr(found, name).values()))
        for name in ("full", "full_calls", "naive_root", "root_low", "root_high")
    }


def two_roots(outer, inner):
    return [
        span("a", None, outer, "outer", trace="t1", **TIMES),
        span("b", None, inner, "inner", trace="t2", **INSIDE),
    ]


def captured(attributes, text):
    return attributes | {"output.value": text}


@pytest.mark.parametrize(
    "calls",
    [
        two_roots(
            captured(OI_LANGCHAIN, LANGCHAIN_JSON), captured(OI_OPENAI, OPENAI_JSON)
        ),
        two_roots(captured(OI_LANGCHAIN, LANGCHAIN_JSON), OPENLLMETRY),
        two_roots(LITELLM, captured(OI_OPENAI, OPENAI_JSON)),
    ],
    ids=["openinference twice", "openllmetry under openinference", "litellm callback"],
)
def test_two_roots_of_one_call_with_content(calls):
    assert sums(calls) == {
        "full": 240,
        "full_calls": 240,
        "naive_root": 240,
        "root_low": 120,
        "root_high": 120,
    }


@pytest.mark.parametrize(
    "calls",
    [
        two_roots(OI_LANGCHAIN, OI_OPENAI),
        two_roots(OI_LANGCHAIN, OPENLLMETRY),
        two_roots(LITELLM, OI_OPENAI),
    ],
    ids=["openinference twice", "openllmetry under openinference", "litellm callback"],
)
def test_two_roots_of_one_call_without_content(calls):
    """An interval that has the truth in it; exact where the fingerprint is allowed."""
    unsure, joined = sums(calls), sums(calls, fingerprint=True)

    assert (unsure["root_low"], unsure["root_high"]) == (120, 240)
    assert (joined["root_low"], joined["root_high"]) == (120, 120)


def test_the_raw_request_under_litellms_span_is_no_call():
    calls = [
        span("a", None, LITELLM, "litellm", **TIMES),
        span("b", "a", RAW, "litellm", **TIMES),
    ]

    assert calls[1] is None
    assert sums(calls)["root_high"] == 120


def test_pydantic_ai_over_openinference():
    """Its run carries a sum alone: 2 x by own usage, 3 x with the sum, root 0 x."""
    calls = [
        span("a", None, AGENT, "pydantic-ai", started=1.0, ended=4.0),
        span("b", "a", PYDANTIC_AI, "pydantic-ai", started=2.0, ended=3.0),
        span("c", "b", OI_OPENAI, "openinference", started=2.1, ended=2.9),
    ]

    assert sums(calls) == {
        "full": 360,
        "full_calls": 240,
        "naive_root": 120,
        "root_low": 120,
        "root_high": 120,
    }


def test_streaming_without_usage_is_missing():
    calls = [span("a", None, {"gen_ai.operation.name": "chat"}, "openai", **TIMES)]

    assert ledger(calls).missing == (0,)


def test_an_answer_from_litellms_cache_is_not_billed():
    again = LITELLM | {"litellm.cache_hit": True}
    calls = [
        span("a", None, LITELLM, "litellm", started=1.0, ended=2.0),
        span("b", None, again, "litellm", started=8.0, ended=8.1),
    ]
    found = ledger(calls)

    assert tokens.total(tokens.add(found.root_low.values())) == 120
    assert found.root_low == found.root_high
    assert [f.kind for f in found.flags] == ["cached"]
