"""Invented uploads.

``gaia_upload`` is clean.  ``tau_upload`` is sound in everything but what its
environment does to every graded episode: the grader's replay of the gold stands in
the agent's list (``provenance.grader-in-agent-log``).  It covers all fifty tasks that
the harness divides by; every task is cancelling one invented reservation, and even
tasks pass.
"""

from tests.integrations.weave.specimens import MODEL, call, nested

__all__ = [
    "TASKS",
    "action",
    "gaia_upload",
    "gold",
    "record",
    "reply",
    "tau_upload",
    "upload",
    "works",
]

TASKS = 50
HEAD = [
    {"role": "system", "content": "You help at an invented airline's desk."},
    {"role": "user", "content": "Please cancel my flight."},
]
PRICES = {"input": 2.5e-6, "output": 10e-6}  # dollars a token, gpt-4o in August 2025


def action(name, **kwargs):
    return {"name": name, "kwargs": kwargs}


def reply(text="Done."):
    return action("respond", content=text)


def gold(task):
    """The one action that the invented task expects."""
    return [action("cancel_reservation", reservation_id=f"ZZ{int(task):04}")]


def record(task, own, *, reward=1.0, copies=1, after=()):
    """One evaluation: the agent's actions, the grader's copies of the gold, more."""
    return {
        "reward": reward,
        "taken_actions": [*own, *gold(task) * copies, *after],
        "task": {
            "user_id": f"invented_user_{task}",
            "actions": gold(task),
            "instruction": f"You want the invented reservation ZZ{int(task):04} gone.",
            "outputs": [],
        },
    }


def works(task, own, *, twice=False):
    """The model calls that make ``own``: tool calls, and a reply as text.

    ``twice``: every call is logged by two libraries, one inside the other.
    """
    spans, history = [], list(HEAD)
    for number, act in enumerate(own):
        output, answers = _output(act, f"call_{task}_{number}")
        made = nested if twice else lambda *a, **k: [call(*a, **k)]
        spans += made(number, task=str(task), messages=list(history), output=output)
        history += [output, *answers]
    return spans


def _output(act, call_id):
    if act["name"] == "respond":
        text = {"role": "assistant", "content": act["kwargs"]["content"]}
        return text, [{"role": "user", "content": "Anything else."}]
    function = {"name": act["name"], "arguments": act["kwargs"]}
    output = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }
    return output, [{"role": "tool", "tool_call_id": call_id, "content": "done"}]


def upload(benchmark, evaluations, spans=(), *, accuracy=1.0, **lists):
    """An upload around evaluations; totals are the sums over ``spans``."""
    tokens_in, tokens_out = 100 * len(spans), 10 * len(spans)
    cost = tokens_in * PRICES["input"] + tokens_out * PRICES["output"]
    return {
        "config": {
            "agent_name": "Invented agent",
            "benchmark_name": benchmark,
            "date": "2025-08-01",
            "run_id": f"{benchmark}_invented_1754006400",
            "agent_args": {"model_name": MODEL},
            "run_command": f"hal-eval --benchmark {benchmark}",
        },
        "results": {"accuracy": accuracy, **lists, "total_cost": cost},
        "raw_eval_results": evaluations,
        "raw_logging_results": list(spans),
        "total_usage": {
            MODEL: {
                "prompt_tokens": tokens_in,
                "completion_tokens": tokens_out,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            }
        },
        "total_cost": cost,
        "git_info": {"commit": "0123456789abcdef0123456789abcdef01234567"},
    }


def tau_upload():
    """Fifty episodes: even tasks do the gold and pass, odd ones only reply."""
    own = {t: [*(gold(t) if t % 2 == 0 else []), reply()] for t in range(TASKS)}
    evaluations = {str(t): record(t, did, reward=1.0 - t % 2) for t, did in own.items()}
    spans = [span for t, did in own.items() for span in works(t, did)]
    return upload(
        "taubench_airline",
        evaluations,
        spans,
        accuracy=0.5,
        successful_tasks=[str(t) for t in range(0, TASKS, 2)],
        failed_tasks=[str(t) for t in range(1, TASKS, 2)],
    )


def gaia_upload():
    """Two scored answers, one right."""
    evaluations = {
        "invented-1": {"score": True, "explanation": "equal"},
        "invented-2": {"score": False, "explanation": "not equal"},
    }
    return upload(
        "gaia",
        evaluations,
        [call(0, task="invented-1"), call(1, task="invented-2")],
        accuracy=0.5,
        successful_tasks=["invented-1"],
        failed_tasks=["invented-2"],
    )
