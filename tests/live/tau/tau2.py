"""Runs the real tau2-bench from a checkout, with scripted models.

``EVALRATA_TAU2_BENCH`` names a folder with its ``src`` and ``data``, in an interpreter
that has its dependencies.  Each scripted answer is one span that says what it used:
100 tokens of the agent, 10 of the user, 1,000 of a judge.
"""

import importlib
import json
import os
import sys
from pathlib import Path

import pytest

__all__ = ["TOKENS", "Models", "batch", "checkout"]

TOKENS = {"agent": 100, "user": 10, "judge": 1000}

WISHES = {
    "Important Meeting": (
        "create_task",
        {"user_id": "user_1", "title": "Important Meeting"},
    ),
    "task_1 be marked as completed": (
        "update_task_status",
        {"task_id": "task_1", "status": "completed"},
    ),
    "Continue the conversation": (
        "update_task_status",
        {"task_id": "task_2", "status": "completed"},
    ),
}
"""What the user asks for, by words of its instructions."""

SAID = (
    "Done. The agent confirmed the task was created successfully. The agent confirmed "
    "the task status was updated successfully. The agent acknowledged the previous "
    "context."
)
"""What 0.2.0 looks for in the agent's words, as it is spelled there."""


def checkout(monkeypatch):
    """Import tau2 from the checkout; skips where there is none."""
    named = os.environ.get("EVALRATA_TAU2_BENCH")
    if not named:
        pytest.skip("EVALRATA_TAU2_BENCH names no checkout of tau2-bench")
    root = Path(named)
    monkeypatch.setenv("TAU2_DATA_DIR", str(root / "data"))
    if str(root / "src") not in sys.path:
        sys.path.insert(0, str(root / "src"))
    return importlib.import_module("tau2.run")


class Models:
    """Stands for ``litellm.completion``."""

    def __init__(self, tracer):
        self.tracer = tracer
        self.failures = 0
        """Answers of the agent that raise before any is given."""
        self.idle = False
        """The agent talks for ever and does nothing."""

    def __call__(self, model, messages, tools=None, **kwargs):
        who = model.split("-")[0] if model in {"agent-1", "user-1"} else "judge"
        with self.tracer.start_as_current_span("chat") as span:
            span.set_attribute("gen_ai.operation.name", "chat")
            span.set_attribute("gen_ai.request.model", model)
            span.set_attribute("gen_ai.usage.input_tokens", TOKENS[who])
            content, call = getattr(self, f"_{who}")(messages)
        return _response(model, content, call)

    def _agent(self, messages):
        if self.failures:
            self.failures -= 1
            raise ConnectionError("the model is not there")
        last = messages[-1]
        if self.idle or last["role"] != "user":
            return SAID if not self.idle else "Hm.", None
        return None, json.loads(last["content"])

    def _user(self, messages):
        if "Done." in str(messages[-1]["content"]):
            return "###STOP###", None
        told = str(messages[0]["content"])
        wish = next(wish for words, wish in WISHES.items() if words in told)
        return json.dumps(wish), None

    def _judge(self, messages):
        found = {"expectedOutcome": "x", "reasoning": "y", "metExpectation": False}
        return json.dumps({"results": [found]}), None


def batch(  # noqa: PLR0913 - what the tests vary
    tau2_run, tasks, *, save=None, trials=1, max_steps=100, everything=False
):
    """Run tasks of the mock domain with the version's own batch runner."""
    evaluator = importlib.import_module("tau2.evaluator.evaluator").EvaluationType
    kind = evaluator.ALL_WITH_NL_ASSERTIONS if everything else evaluator.ALL
    options = {
        "domain": "mock",
        "agent": "llm_agent",
        "user": "user_simulator",
        "llm_agent": "agent-1",
        "llm_args_agent": {},
        "llm_user": "user-1",
        "llm_args_user": {},
        "num_trials": trials,
        "max_steps": max_steps,
        "max_concurrency": 3,
        "log_level": "ERROR",
    }
    if not hasattr(tau2_run, "run_simulation"):  # 0.2.0
        return tau2_run.run_tasks(
            tasks=tasks,
            save_to=save,
            console_display=False,
            evaluation_type=kind,
            **options,
        )
    models = importlib.import_module("tau2.data_model.simulation")
    runner = importlib.import_module("tau2.runner.batch")
    config = models.TextRunConfig(**options, max_retries=1, retry_delay=0)
    return runner.run_tasks(
        config,
        tasks,
        save_path=save,
        console_display=False,
        evaluation_type=kind,
    )


def _response(model, content, call):
    litellm = importlib.import_module("litellm")
    message = {"role": "assistant", "content": content}
    if call is not None:
        name, arguments = call
        function = {"name": name, "arguments": json.dumps(arguments)}
        message["tool_calls"] = [
            {"id": "call_0", "type": "function", "function": function}
        ]
    return litellm.ModelResponse(
        id="scripted",
        model=model,
        choices=[{"index": 0, "finish_reason": "stop", "message": message}],
        usage={"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    )
