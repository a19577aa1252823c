"""The bodies that the loopback provider answers with, in OpenAI's shapes.

Source of the shapes: OpenAI's API reference (chat completions, responses,
embeddings).
"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.live.billing import Bill, Billed, price_embeddings, price_text

__all__ = ["BY_PATH", "chat_stream"]

CREATED = 1_750_000_000
TEXT = "The capital is Lima."


def chat(bill: Bill, request: dict[str, Any]) -> dict[str, Any]:
    """Answer with text, or with a call of the first tool if there is one to call."""
    line = price_text(bill, "chatcmpl", request)
    calls = _tool_calls(line, request)
    message = {"role": "assistant", "content": None if calls else TEXT}
    if calls:
        message["tool_calls"] = calls
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls" if calls else "stop",
    }
    return _head(line, "chat.completion") | {"choices": [choice], "usage": usage(line)}


def chat_stream(bill: Bill, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answer in pieces; usage comes in the last one, if the request asks for it."""
    line = price_text(bill, "chatcmpl", request)
    head = _head(line, "chat.completion.chunk")
    asked = (request.get("stream_options") or {}).get("include_usage")
    for word in TEXT.split():
        delta = {"role": "assistant", "content": word + " "}
        choice = {"index": 0, "delta": delta, "finish_reason": None}
        yield head | {"choices": [choice]}
    yield head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    if asked:
        yield head | {"choices": [], "usage": usage(line)}


def response(bill: Bill, request: dict[str, Any]) -> dict[str, Any]:
    """Answer of the Responses API, with text."""
    line = price_text(bill, "resp", request)
    content = [{"type": "output_text", "text": TEXT, "annotations": []}]
    message = {
        "type": "message",
        "id": f"msg-{line.id}",
        "role": "assistant",
        "status": "completed",
        "content": content,
    }
    return {
        "id": line.id,
        "object": "response",
        "created_at": CREATED,
        "status": "completed",
        "model": line.model,
        "output": [message],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": line.input,
            "input_tokens_details": {"cached_tokens": line.cached},
            "output_tokens": line.output,
            "output_tokens_details": {"reasoning_tokens": line.reasoning},
            "total_tokens": line.input + line.output,
        },
    }


def embeddings(bill: Bill, request: dict[str, Any]) -> dict[str, Any]:
    """Answer with one short vector per text."""
    line = price_embeddings(bill, request)
    texts = request["input"] if isinstance(request["input"], list) else [""]
    return {
        "object": "list",
        "model": line.model,
        "data": [
            {"object": "embedding", "index": n, "embedding": [0.0, 1.0]}
            for n in range(len(texts))
        ],
        "usage": {"prompt_tokens": line.input, "total_tokens": line.input},
    }


Answer = Callable[[Bill, dict[str, Any]], dict[str, Any]]
BY_PATH: dict[str, Answer] = {
    "chat/completions": chat,
    "responses": response,
    "embeddings": embeddings,
}


def usage(line: Billed) -> dict[str, Any]:
    """Usage as a chat completion states it: cache in the prompt, reasoning in the
    completion."""
    return {
        "prompt_tokens": line.input,
        "completion_tokens": line.output,
        "total_tokens": line.input + line.output,
        "prompt_tokens_details": {"cached_tokens": line.cached},
        "completion_tokens_details": {"reasoning_tokens": line.reasoning},
    }


def _head(line: Billed, kind: str) -> dict[str, Any]:
    return {"id": line.id, "object": kind, "created": CREATED, "model": line.model}


def _tool_calls(line: Billed, request: dict[str, Any]) -> list[dict[str, Any]]:
    tools = request.get("tools") or []
    if not tools or request["messages"][-1]["role"] != "user":
        return []
    function = {"name": tools[0]["function"]["name"], "arguments": "{}"}
    return [{"id": f"call-{line.id}", "type": "function", "function": function}]
