"""Stand-ins for what Inspect's hooks are given (inspect_ai 0.3.285)."""

from datetime import datetime, timezone
from types import SimpleNamespace

__all__ = ["at", "counts", "model_event", "sample", "spec", "tool_event"]


def at(second):
    return datetime(2026, 1, 1, 12, 0, second, tzinfo=timezone.utc)


def counts(tokens_in, tokens_out, **parts):
    """A ``ModelUsage``; ``parts`` by the names of its fields."""
    absent = dict.fromkeys(
        (
            "input_tokens_cache_read",
            "input_tokens_cache_write",
            "reasoning_tokens",
            "total_cost",
        )
    )
    return SimpleNamespace(
        input_tokens=tokens_in, output_tokens=tokens_out, **{**absent, **parts}
    )


def model_event(uuid="m1", **changes):
    tool_calls = [SimpleNamespace(id=i) for i in changes.pop("tool_calls", ())]
    message = SimpleNamespace(tool_calls=tool_calls)
    output = SimpleNamespace(
        model="gpt-4o-2024-11-20",
        response_id=f"chatcmpl-{uuid}",
        usage=changes.pop("usage", counts(100, 10)),
        choices=[SimpleNamespace(message=message)],
    )
    event = {
        "event": "model",
        "uuid": uuid,
        "span_id": "s1",
        "model": "openai/gpt-4o",
        "role": None,
        "input": [SimpleNamespace(id="message-1")],
        "output": output,
        "cache": None,
        "error": None,
        "timestamp": at(0),
        "completed": at(1),
    }
    return SimpleNamespace(**{**event, **changes})


def tool_event(uuid="t1", *, call="c1", name="add", started=2, span="s1"):
    return SimpleNamespace(
        event="tool",
        uuid=uuid,
        id=call,
        function=name,
        arguments={"x": 1},
        span_id=span,
        timestamp=at(started),
    )


def spec(**changes):
    fields = {
        "task": "sums",
        "eval_id": "abc",
        "run_id": "run",
        "model": "openai/gpt-4o",
        "solver": "react",
        "scorers": [SimpleNamespace(name="inspect_ai/match")],
        "dataset": SimpleNamespace(name="gsm8k", location=None, sample_ids=[1, 2]),
        "config": SimpleNamespace(epochs=3),
        "packages": {"inspect_ai": "0.3.285"},
        "revision": None,
        "model_roles": None,
    }
    return SimpleNamespace(**{**fields, **changes})


def sample(**changes):
    """An ``EvalSample``, with a score by name."""
    scores = changes.pop("scores", {"match": "C"})
    return SimpleNamespace(
        scores={name: SimpleNamespace(value=value) for name, value in scores.items()},
        **{"error": None, "limit": None, **changes},
    )
