"""Spans as the tools of the reports write them, in few words."""

import json

from tests.schemas.spans.read import call

from evalrata.schemas import tokens
from evalrata.schemas.records import Call

__all__ = [
    "agent",
    "aggregated",
    "both",
    "chat",
    "genai",
    "langchain",
    "litellm",
    "openinference",
    "span",
]


def span(id, parent, attributes, **more):  # noqa: A002 - as the record calls it
    """A span without facts is still a link between those around it."""
    times = {"started": None, "ended": None}
    found = call(attributes, span_id=id, parent=parent, trace="t", **{**times, **more})
    return found or Call(id=id, parent=parent, trace="t")


def both(sums):
    usage = tokens.add(sums.values())
    return (usage.input or 0, usage.output or 0)


def genai(operation, tokens_in, tokens_out=0, **more):
    return {
        "gen_ai.operation.name": operation,
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.usage.input_tokens": tokens_in,
        "gen_ai.usage.output_tokens": tokens_out,
        **{"gen_ai." + name.replace("__", "."): value for name, value in more.items()},
    }


def chat(tokens_in, tokens_out=0, response=None):
    given = {} if response is None else {"response__id": response}
    return genai("chat", tokens_in, tokens_out, **given)


def agent(tokens_in, tokens_out=0):
    return genai("invoke_agent", tokens_in, tokens_out)


def openinference(kind, tokens_in, tokens_out=0, output=None):
    captured = {} if output is None else {"output.value": output}
    return {
        "openinference.span.kind": kind,
        "llm.model_name": "gpt-4o",
        "llm.token_count.prompt": tokens_in,
        "llm.token_count.completion": tokens_out,
        "llm.token_count.total": tokens_in + tokens_out,
        **captured,
    }


def litellm(response):
    return chat(100, 20, response) | {
        "llm.request.type": "anthropic_messages",
        "gen_ai.usage.total_tokens": 120,
        "litellm.cache_hit": False,
    }


def langchain(response):
    metadata = {"id": response, "model_name": "gpt-4o"}
    message = {"kwargs": {"response_metadata": metadata}}
    return json.dumps({"generations": [[{"message": message}]]})


def aggregated(tokens_in, tokens_out):
    return {
        "gen_ai.operation.name": "invoke_agent",
        "model_name": "gpt-4o",
        "gen_ai.aggregated_usage.input_tokens": tokens_in,
        "gen_ai.aggregated_usage.output_tokens": tokens_out,
    }
