"""Invented records of the miniature's domain, and running the driver over them."""

import json
import sys

from tests.integrations.source import FakeSource
from tests.integrations.tau.rescoring.miniature import TASKS, checkout_at

from evalrata.integrations.hal.reader import READER as HAL
from evalrata.integrations.rescoring.driver import Checkout, Taken
from evalrata.integrations.tau.reader import READER as TAU
from evalrata.integrations.tau.rescoring import DRIVER

__all__ = [
    "STOP",
    "call",
    "reply",
    "rescored",
    "result",
    "taken",
    "upload",
]

STOP = "###STOP###"


def call(name, answer="", arguments=None, **more):
    """A tool call and its recorded answer."""
    text = json.dumps(more) if arguments is None else arguments
    function = {"name": name, "arguments": text}
    return [
        {"role": "assistant", "tool_calls": [{"id": "c", "function": function}]},
        {"role": "tool", "name": name, "content": answer},
    ]


def reply(text="Done.", answer=STOP):
    """A message to the user, and what the user said."""
    return [{"role": "assistant", "content": text}, {"role": "user", "content": answer}]


def result(index, *steps, reward=1.0, graded=True, task=None, **more):
    """One record of a results file."""
    task = TASKS[index] if task is None else task
    left = {"reward": reward, "actions": task["actions"], "info": {"r_actions": reward}}
    info = {"task": task, "source": "user", "user_cost": 0.5 if graded else None}
    return {
        "task_id": index,
        "trial": 0,
        "reward": reward,
        "info": {**info, "reward_info": left if graded else None},
        "traj": [
            {"role": "system", "content": "You help."},
            {"role": "user", "content": "Hi."},
            *(message for step in steps for message in step),
        ],
        **more,
    }


def upload(*evaluations, agent="Tool Calling (model-x)"):
    """A HAL upload of evaluations ``(index, reward, actions)``, with no logs."""
    return {
        "config": {
            "agent_name": agent,
            "benchmark_name": "taubench_airline",
            "run_id": "r",
            "date": "2025-08-01",
        },
        "results": {},
        "raw_eval_results": {
            str(index): {
                "reward": reward,
                "taken_actions": actions,
                "task": TASKS[index],
            }
            for index, reward, actions in evaluations
        },
        "raw_logging_results": [],
    }


def taken(folder, value, name="run.json"):
    """Write a file and read it."""
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    reader = HAL if isinstance(value, dict) and "config" in value else TAU
    source = FakeSource({str(path): path.read_bytes()})
    (records,) = reader.read(source)
    return Taken(records=records, path=path)


def rescored(folder, value, *, pinned=TASKS, **more):
    """Write an archive and a checkout, and grade."""
    path = checkout_at(folder / "checkout", pinned)
    checkout = Checkout(path=path, python=sys.executable, **more)
    return DRIVER.rescore([taken(folder, value)], checkout)
