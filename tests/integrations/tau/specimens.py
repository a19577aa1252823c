"""Invented tau-bench results in which nothing is wrong."""

import json

__all__ = ["call", "crash", "record", "results"]


def call(name, call_id, **arguments):
    """An assistant's tool call and its answer."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    return [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call_id, "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": call_id, "name": name, "content": "done"},
    ]


def record(task=0, *, trial=0, reward=1.0):
    """An episode that did, or failed to do, the one expected cancellation."""
    reservation = f"ZZ{task:04}"
    gold = [{"name": "cancel_reservation", "kwargs": {"reservation_id": reservation}}]
    did = reservation if reward else f"XX{task:04}"
    return {
        "task_id": task,
        "reward": reward,
        "info": {
            "task": {
                "user_id": f"invented_user_{task}",
                "actions": gold,
                "instruction": f"You want the invented reservation {reservation} gone.",
                "outputs": [],
            },
            "source": "user",
            "user_cost": 0.0015,
            "reward_info": {
                "reward": reward,
                "info": {"r_actions": reward, "gt_data_hash": f"{task:064x}"},
                "actions": gold,
            },
        },
        "traj": [
            {"role": "system", "content": "You help at an invented airline's desk."},
            {"role": "user", "content": f"Please cancel {reservation}."},
            *call("cancel_reservation", f"call_{task}_{trial}", reservation_id=did),
            {"role": "assistant", "content": "It is cancelled."},
            {"role": "user", "content": "###STOP###"},
        ],
        "trial": trial,
    }


def crash(task=0, *, trial=0, error="invented fault\nsecond line"):
    """An episode that an exception ended."""
    info = {"error": error, "traceback": "Traceback ..."}
    return {"task_id": task, "reward": 0.0, "info": info, "traj": [], "trial": trial}


def results():
    """Two tasks, two trials each; three of four passed."""
    return [
        record(0, trial=0),
        record(1, trial=0),
        record(0, trial=1),
        record(1, trial=1, reward=0.0),
    ]
