"""Invented tau2-bench results and leaderboard in which nothing is wrong."""

__all__ = ["leaderboard", "results", "simulation", "submission", "task"]

MODEL = "gpt-4.1-2025-04-14"
COST = 1000 * 2e-6 + 100 * 8e-6
"""Dollars of one call: 1,000 tokens in, 100 out, at 2 and 8 dollars a million."""


def results(*, domain="airline"):
    """Two tasks, one trial each; one of two passed."""
    return {
        "timestamp": "2026-03-01T10:00:00.000000",
        "info": {
            "git_commit": "0123456789abcdef0123456789abcdef01234567",
            "num_trials": 1,
            "max_steps": 100,
            "max_errors": 10,
            "user_info": {
                "implementation": "user_simulator",
                "llm": MODEL,
                "llm_args": {"temperature": 0.0},
                "global_simulation_guidelines": "Play an invented customer.",
            },
            "agent_info": {
                "implementation": "llm_agent",
                "llm": MODEL,
                "llm_args": {"temperature": 0.0},
            },
            "environment_info": {"domain_name": domain, "policy": "Be invented."},
            "seed": 300,
        },
        "tasks": [task(0), task(1)],
        "simulations": [simulation(0), simulation(1, reward=0.0)],
    }


def task(number):
    """A task that expects one cancellation."""
    said = f"You want the invented reservation ZZ{number:04} gone."
    return {
        "id": str(number),
        "user_scenario": {"instructions": {"task_instructions": said}},
        "evaluation_criteria": {
            "actions": [_expected(number)],
            "env_assertions": None,
            "reward_basis": ["DB", "COMMUNICATE"],
        },
    }


def _expected(number):
    return {
        "action_id": f"{number}_0",
        "requestor": "assistant",
        "name": "cancel_reservation",
        "arguments": {"reservation_id": f"ZZ{number:04}"},
    }


def simulation(number, *, trial=0, reward=1.0, reason="user_stop"):
    """A greeting, a request, a tool call and a goodbye."""
    name = f"{number}-{trial}"
    call = {
        "id": f"tool-{name}",
        "name": "cancel_reservation",
        "arguments": {"reservation_id": f"ZZ{number:04}"},
        "requestor": "assistant",
    }
    return {
        "id": f"simulation-{name}",
        "task_id": str(number),
        "timestamp": "2026-03-01T10:00:30.000000",
        "start_time": "2026-03-01T10:00:00.000000",
        "end_time": "2026-03-01T10:00:30.000000",
        "duration": 30.0,
        "termination_reason": reason,
        "agent_cost": 2 * COST,
        "user_cost": 2 * COST,
        "reward_info": {
            "reward": reward,
            "db_check": {"db_match": bool(reward), "db_reward": reward},
            "reward_basis": ["DB", "COMMUNICATE"],
            "reward_breakdown": {"DB": reward, "COMMUNICATE": 1.0},
            "info": {"env": None, "nl": None},
            "action_checks": [
                {
                    "action": _expected(number),
                    "action_match": bool(reward),
                    "action_reward": reward,
                }
            ],
        },
        "messages": [
            {"role": "assistant", "content": "Hi!", "turn_idx": 0, "cost": 0.0},
            _said("user", name, 1, "Please cancel."),
            _said("assistant", name, 2, None, [call]),
            {
                "id": f"tool-{name}",
                "role": "tool",
                "content": "done",
                "requestor": "assistant",
                "turn_idx": 3,
            },
            _said("assistant", name, 4, "It is cancelled."),
            _said("user", name, 5, "###STOP###"),
        ],
        "trial": trial,
        "seed": 300 + trial,
    }


def _said(role, name, turn, content, tool_calls=None):
    tokens = {"prompt_tokens": 1000, "completion_tokens": 100}
    return {
        "role": role,
        "content": content,
        "tool_calls": tool_calls,
        "turn_idx": turn,
        "timestamp": f"2026-03-01T10:00:{5 * turn:02}.000000",
        "cost": COST,
        "usage": tokens,
        "raw_data": {
            "id": f"chatcmpl-{name}-{turn}",
            "model": MODEL,
            "usage": {**tokens, "prompt_tokens_details": {"cached_tokens": 0}},
        },
        "generation_time_seconds": 2.0,
    }


def submission(model="Invented-1", *, score=40.0, date="2026-08-04"):
    """A row that was scored by a release that was out."""
    return {
        "model_name": model,
        "model_organization": "Invented",
        "submitting_organization": "Invented",
        "submission_date": date,
        "submission_type": "standard",
        "results": {
            "airline": {"pass_1": score, "pass_2": None, "cost": 0.25},
            "retail": {"pass_1": score + 10, "cost": 0.5},
            "telecom": {"pass_1": None},
            "banking_knowledge": None,
        },
        "methodology": {
            "evaluation_date": date,
            "tau2_bench_version": "1.0.1",
            "user_simulator": "gpt-5.2",
            "notes": "Four trials.",
            "verification": {
                "modified_prompts": False,
                "details": "Trajectories kept.",
            },
        },
    }


def leaderboard():
    """Two rows of the standard board, by member name, the manifest first."""
    return {
        "board/manifest.json": {
            "submissions": ["one_2026", "two_2026"],
            "voice_submissions": [],
            "legacy_submissions": [],
        },
        "board/one_2026/submission.json": submission(),
        "board/two_2026/submission.json": submission("Invented-2", score=50.0),
    }
