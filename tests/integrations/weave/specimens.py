"""Invented weave calls in which nothing is wrong."""

__all__ = ["MODEL", "call", "export", "nested", "wrapper"]

MODEL = "gpt-4o-2024-11-20"
OPS = {"openai": "openai.chat.completions.create", "litellm": "litellm.completion"}


def call(  # noqa: PLR0913 - the parts of a call that tests vary
    number=0, *, task="0", parent=None, op="openai", messages=None, output=None
):
    """One chat completion: 100 tokens in, 10 out, as ``call.dict()`` writes it."""
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    message = output or {"role": "assistant", "content": "Done.", "tool_calls": None}
    return {
        "id": f"{op}-{task}-{number}",
        "trace_id": f"trace-{task}-{number}",
        "parent_id": parent,
        "op_name": f"weave:///invented/project/op/{OPS[op]}:v0",
        "started_at": f"2025-08-01T10:00:{number:02}.100000+00:00",
        "ended_at": f"2025-08-01T10:00:{number:02}.900000+00:00",
        "attributes": {"weave_task_id": task},
        "inputs": {
            "model": MODEL,
            "messages": messages or [{"role": "user", "content": "Hello."}],
        },
        "output": {
            "id": f"chatcmpl-{task}-{number}",
            "object": "chat.completion",
            "model": MODEL,
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": usage,
        },
        "summary": {"usage": {MODEL: {"requests": 1, **usage}}},
        "exception": None,
    }


def nested(number=0, *, task="0", messages=None, output=None):
    """One completion that two libraries log: the outer span, then the inner."""
    outer = call(number, task=task, op="litellm", messages=messages, output=output)
    inner = call(number, task=task, messages=messages, output=output)
    return [outer, {**inner, "parent_id": outer["id"], "trace_id": outer["trace_id"]}]


def wrapper(children, *, task="0"):
    """An op around calls; its summary sums theirs."""
    usage = {
        "requests": 0,
        "prompt_tokens": 0,
        "completion_tokens": 0,
        "total_tokens": 0,
    }
    for child in children:
        for key, value in child["summary"]["usage"][MODEL].items():
            usage[key] += value
    return {
        "id": f"agent-{task}",
        "trace_id": children[0]["trace_id"],
        "parent_id": None,
        "op_name": "weave:///invented/project/op/agent.run:v3",
        "started_at": "2025-08-01T10:00:00+00:00",
        "ended_at": "2025-08-01T10:01:00+00:00",
        "attributes": {"weave_task_id": task},
        "inputs": {"self": "weave:///invented/object"},
        "output": "Done.",
        "summary": {"usage": {MODEL: usage}},
        "exception": None,
    }


def export(tasks=3):
    """Flat calls of several tasks."""
    return [
        call(number, task=str(task)) for task in range(tasks) for number in range(2)
    ]
