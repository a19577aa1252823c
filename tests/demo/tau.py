"""The demo's tau-bench and tau2-bench results."""

import math

from tests.demo.pieces import assistant, dialogue, gold_of, tool

__all__ = ["tau2_aggregate", "tau2_results", "tau_results"]


def tau_results():
    """Seven records: sound, ungraded, crashed, repeated, NaN, idle, id used again."""
    cancel = tool("cancel_reservation", "call_0", reservation_id="DEMO00")
    sound = _record(0, 1.0, dialogue(cancel, assistant("Done.")))
    return [
        sound,
        {**_record(1, 0.0, dialogue(assistant("One moment."))), "info": _info(1, None)},
        {
            "task_id": 2,
            "trial": 0,
            "reward": 0.0,
            "info": {"error": "connection reset by peer", "traceback": "..."},
            "traj": [],
        },
        {**sound, "reward": 0.0, "info": _info(0, 0.0)},
        _record(3, math.nan, dialogue(assistant("Done."))),
        _record(4, 1.0, dialogue(assistant("I cannot help with that."))),
        _record(
            5,
            1.0,
            dialogue(
                tool("cancel_reservation", "call_0", reservation_id="DEMO05"),
                assistant("Done."),
            ),
        ),
    ]


def _record(number, reward, messages):
    return {
        "task_id": number,
        "trial": 0,
        "reward": reward,
        "info": _info(number, reward),
        "traj": messages,
    }


def _info(number, reward):
    task = {
        "user_id": f"demo_{number}",
        "actions": gold_of(number),
        "instruction": f"You want to cancel the invented reservation DEMO{number:02}.",
        "outputs": [],
    }
    graded = {
        "reward": reward,
        "info": {"r_actions": reward, "gt_data_hash": f"{number:064x}"},
        "actions": gold_of(number),
    }
    return {
        "task": task,
        "source": "user",
        "user_cost": None if reward is None else 0.001,
        "reward_info": None if reward is None else graded,
    }


DECLARED = "gpt-4.1-2025-04-14"
OTHER = "gpt-4.1-mini-2025-04-14"
ITEM = "You want to move the invented reservation DEMO01 to the second of June."


def tau2_results(*, changed=False):
    """Five tasks, four simulations: censored, passed though cut off, other model.

    The last was graded for another task than it is stored under.
    ``changed`` expects something else in task 0.
    """
    return {
        "timestamp": "2026-03-01T00:00:00",
        "info": {
            "git_commit": "0123456789abcdef0123456789abcdef01234567",
            "num_trials": 1,
            "max_steps": 100,
            "max_errors": 10,
            "user_info": {
                "implementation": "user_simulator",
                "llm": "gpt-4.1-2025-04-14",
                "llm_args": {
                    "api_key": "planted-0a1b2c3d4e5f6g7h8i9j"
                },  # opens nothing
            },
            "agent_info": {
                "implementation": "llm_agent",
                "llm": DECLARED,
                "llm_args": {},
            },
            "environment_info": {
                "domain_name": "airline",
                "policy": f"Be polite. Example of a conversation: {ITEM}",
            },
            "seed": 300,
        },
        "tasks": [_task(7 if changed and n == 0 else n, n) for n in range(5)],
        "simulations": [
            _simulation(0, "user_stop", 1.0, graded_as=0),
            _simulation(1, "max_steps", 0.0),
            _simulation(2, "max_steps", 1.0),
            _simulation(3, "user_stop", 0.0, model=OTHER, graded_as=2),
        ],
    }


def _task(number, id_):
    instruction = ITEM if number == 1 else f"You ask the desk question {number}."
    return {
        "id": str(id_),
        "user_scenario": {"instructions": {"task_instructions": instruction}},
        "evaluation_criteria": {
            "actions": [
                {
                    "action_id": f"{number}_0",
                    "name": "cancel_reservation",
                    "arguments": {"reservation_id": f"DEMO{number:02}"},
                }
            ],
            "reward_basis": ["DB"],
        },
    }


def _simulation(number, reason, reward, *, model=DECLARED, graded_as=None):
    cut_off = reason == "max_steps" and not reward
    call = {
        "id": f"tool-{number}",
        "name": "cancel_reservation",
        "arguments": {"reservation_id": f"DEMO{number:02}"},
        "requestor": "assistant",
    }
    return {
        "id": f"sim-{number}",
        "task_id": str(number),
        "trial": 0,
        "seed": 300,
        "start_time": "2026-03-01T00:00:00",
        "end_time": "2026-03-01T00:01:00",
        "termination_reason": reason,
        "agent_cost": 0.0,
        "user_cost": 0.001,
        "reward_info": {
            "reward": reward,
            "db_check": None if cut_off else {"db_match": True, "db_reward": reward},
            "reward_basis": None if cut_off else ["DB"],
            "reward_breakdown": None if cut_off else {"DB": reward},
            "info": {"note": "Simulation terminated prematurely."} if cut_off else None,
            "action_checks": None if graded_as is None else [_checked(graded_as)],
        },
        "messages": [
            {"role": "user", "content": "Hello.", "turn_idx": 0, "tool_calls": None},
            {
                "role": "assistant",
                "content": None,
                "turn_idx": 1,
                "tool_calls": [call],
                "cost": 0.0,
                "usage": {"prompt_tokens": 900, "completion_tokens": 40},
                "raw_data": {"id": f"resp-{number}", "model": model},
            },
            {"role": "tool", "id": f"tool-{number}", "content": "ok", "turn_idx": 2},
        ],
    }


def _checked(number):
    (expected,) = _task(number, number)["evaluation_criteria"]["actions"]
    return {"action": expected, "action_match": True, "action_reward": 1.0}


def tau2_aggregate():
    """A submission whose header reports more passes than its simulations show."""
    return {
        "domain": "retail",
        "agent": "desk-agent",
        "model": DECLARED,
        "total_tasks": 4,
        "passed": 4,
        "pass_rate": 1.0,
        "simulations": [
            _simulation(0, "user_stop", 1.0),
            _simulation(1, "user_stop", 1.0),
            _simulation(2, "user_stop", 0.0),
        ],
    }
