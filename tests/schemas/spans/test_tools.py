"""Executed tools: who the conventions say ran, with what."""

import json

import pytest
from tests.schemas.spans.read import facts

from evalrata.schemas.records import Action

RUNS = [
    {"gen_ai.operation.name": "execute_tool"},
    {"openinference.span.kind": "TOOL"},
    {"traceloop.span.kind": "tool"},
    {"langfuse.observation.type": "tool"},
    {"ai.operationId": "ai.toolCall"},
]


@pytest.mark.parametrize("run", RUNS)
def test_each_convention(run):
    found = facts(run | {"gen_ai.tool.name": "book"})

    assert found.tool == Action(name="book")
    assert found.call is None


@pytest.mark.parametrize(
    "span",
    [
        {"openinference.span.kind": "AGENT"},
        {"gen_ai.operation.name": "chat"},
        {"traceloop.span.kind": "task"},
        {},
    ],
)
def test_a_named_tool_alone_was_not_executed(span):
    """OpenInference's LLM spans name the tools that the model may use."""
    assert facts(span | {"tool.name": "book", "gen_ai.tool.name": "book"}).tool is None


@pytest.mark.parametrize(
    "name",
    ["gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name"],
)
def test_each_attribute_that_names_a_tool(name):
    assert facts(RUNS[0] | {name: "book"}, name="span").tool.name == "book"


@pytest.mark.parametrize(
    ("span_name", "tool"), [("execute_tool book", "book"), ("book", "book")]
)
def test_the_span_name_where_no_attribute_names_it(span_name, tool):
    found = facts(RUNS[0] | {"gen_ai.tool.name": ""}, name=span_name)

    assert found.tool.name == tool


@pytest.mark.parametrize(
    "name",
    [
        "gen_ai.tool.call.arguments",
        "tool_arguments",
        "ai.toolCall.args",
        "gcp.vertex.agent.tool_call_args",
        "input.value",
        "traceloop.entity.input",
        "tool.parameters",
    ],
)
def test_arguments_under_each_name(name):
    found = facts(RUNS[0] | {name: '{"flight": "HAT001", "seats": 2}'})

    assert found.tool.arguments == {"flight": "HAT001", "seats": 2}


@pytest.mark.parametrize(
    ("value", "arguments"),
    [
        ("not JSON", "not JSON"),
        ("{'flight': 'HAT001'}", "{'flight': 'HAT001'}"),
        ("", ""),
        ("25", 25),
        ("[1]", [1]),
        ({"flight": 1}, {"flight": 1}),
        (("a", "b"), ["a", "b"]),
        (7, 7),
        ({"n": 2**70}, {"n": 2**70}),
        (None, None),
        ("null", None),
        (b"x", None),
        ({"a": object()}, None),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_arguments_as_recorded(value, arguments):
    found = facts(RUNS[0] | {"gen_ai.tool.call.arguments": value})

    assert found.tool.arguments == arguments


def test_arguments_of_openllmetrys_langchain_callback():
    """opentelemetry-instrumentation-langchain 0.62.4: all that it was called with."""
    written = {
        "input_str": "{'flight': 'HAT001'}",
        "tags": ["seq:step:1"],
        "metadata": {},
        "inputs": {"flight": "HAT001"},
        "kwargs": {"color": "green"},
    }
    span = {
        "gen_ai.operation.name": "execute_tool",
        "traceloop.span.kind": "tool",
        "gen_ai.tool.name": "book",
    }

    found = facts(span | {"gen_ai.tool.call.arguments": json.dumps(written)})
    without = json.dumps(written | {"inputs": None})
    text = facts(span | {"traceloop.entity.input": without})

    assert found.tool.arguments == {"flight": "HAT001"}
    assert text.tool.arguments == "{'flight': 'HAT001'}"


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ({"args": [], "kwargs": {"flight": 1}}, {"flight": 1}),
        ({"args": [1], "kwargs": {}}, {"args": [1], "kwargs": {}}),
    ],
)
def test_arguments_of_traceloops_decorators(written, arguments):
    found = facts(RUNS[2] | {"traceloop.entity.input": json.dumps(written)})

    assert found.tool.arguments == arguments


@pytest.mark.parametrize(
    ("value", "arguments"),
    [
        ({"city": "Paris"}, {"city": "Paris"}),
        ({"type": "object", "properties": {"city": {}}}, None),
        ({"city": {"type": "string", "description": "..."}}, None),
        ({}, None),
        ([1], None),
    ],
)
def test_a_schema_is_not_arguments(value, arguments):
    found = facts(RUNS[1] | {"tool.parameters": json.dumps(value)})

    assert found.tool.arguments == arguments


def test_a_tool_span_with_token_counts_is_both():
    found = facts(
        {"openinference.span.kind": "TOOL", "llm.token_count.prompt": 50}, name="book"
    )

    assert found.tool == Action(name="book")
    assert (found.call.kind, found.call.usage.input) == ("rollup", 50)
