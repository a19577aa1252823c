"""Pieces that the demo's archives are made of.  Everything in them is invented."""

import json

__all__ = ["action", "assistant", "call_span", "dialogue", "gold_of", "reply", "tool"]


def action(name, **kwargs):
    return {"name": name, "kwargs": kwargs}


def reply(text):
    return action("respond", content=text)


def tool(name, call_id, answer="ok", **kwargs):
    """An assistant's tool call and its answer, as chat messages."""
    function = {"name": name, "arguments": json.dumps(kwargs)}
    return [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call_id, "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": call_id, "name": name, "content": answer},
    ]


def assistant(text):
    return [{"role": "assistant", "content": text}]


def dialogue(*turns):
    """A conversation that starts with a policy and a greeting."""
    head = [
        {"role": "system", "content": "Help at the desk of an invented airline."},
        {"role": "user", "content": "Hello."},
    ]
    return head + [message for turn in turns for message in turn]


def gold_of(number):
    """The expected action of task ``number``."""
    return [action("cancel_reservation", reservation_id=f"DEMO{number:02}")]


USAGE = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
OPS = {"openai": "openai.chat.completions.create", "litellm": "litellm.completion"}


def call_span(  # noqa: PLR0913 - the fields that differ between spans
    number, task, messages, output, *, parent=None, op="openai"
):
    """One weave call of a chat completion."""
    model = "gpt-4o-2024-11-20"
    span = f"{op}-{task}-{number}"
    start = f"2025-08-01T10:{int(task):02}:{number:02}"
    return {
        "id": span,
        "trace_id": f"trace-{task}",
        "parent_id": parent,
        "op_name": f"weave:///demo/desk/op/{OPS[op]}:v0",
        "started_at": f"{start}.{'000' if parent is None else '100'}+00:00",
        "ended_at": f"{start}.{'900' if parent is None else '800'}+00:00",
        "attributes": {"weave_task_id": task},
        "inputs": {"model": model, "messages": messages},
        "output": {
            "id": f"chatcmpl-{task}-{number}",
            "object": "chat.completion",
            "model": model,
            "choices": [{"index": 0, "finish_reason": "stop", "message": output}],
            "usage": USAGE,
        },
        "summary": {"usage": {model: {"requests": 1, **USAGE}}},
        "weave_task_id": task,
    }
