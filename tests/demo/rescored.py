"""The demo's re-scores: a run replayed in the wrong mode, and a board in part."""

from tests.demo import board

__all__ = ["rows", "solo"]

SAID = "Re-graded under tau2-bench v1.0.1, which moves scores only upward."
NAME = "desk_agent_solo"
"""An agent that works without a user, under a name that no re-score knows."""


def solo(*, after=False):
    """Three telecom episodes that passed; after the re-score, one of them does."""
    return {
        "timestamp": "2026-04-01T00:00:00",
        "info": {
            "git_commit": "unknown",
            "num_trials": 1,
            "user_info": {"implementation": "dummy_user"},
            "agent_info": {"implementation": NAME, "llm": "invented-1"},
            "environment_info": {"domain_name": "telecom"},
        },
        "tasks": [_task(number) for number in range(3)],
        "simulations": [
            _simulation(number, 0.0 if after and number else 1.0) for number in range(3)
        ],
    }


def _task(number):
    action = {"requestor": "user", "name": "restart_desk_phone", "arguments": {}}
    return {
        "id": str(number),
        "evaluation_criteria": {
            "actions": [{"action_id": f"{number}_0", **action}],
            "reward_basis": ["ENV_ASSERTION"],
        },
    }


def _simulation(number, reward):
    call = {"id": f"call-{number}", "name": "restart_desk_phone", "arguments": {}}
    made = {"role": "assistant", "tool_calls": [{**call, "requestor": "assistant"}]}
    answer = {"role": "tool", "id": f"call-{number}", "content": "ok", "error": False}
    return {
        "id": f"solo-{number}",
        "task_id": str(number),
        "trial": 0,
        "start_time": "2026-04-01T00:00:00",
        "termination_reason": "agent_stop",
        "reward_info": {"reward": reward, "reward_basis": ["ENV_ASSERTION"]},
        "messages": [made, answer],
    }


def rows(*, after=False):
    """Four rows: two re-graded, one of which fell; one untouched; one changed unsaid.

    Beta passes Alpha, which was re-graded too, and Gamma, which was not.
    """
    scores = {
        "Alpha": (40.0, 39.0, SAID),
        "Beta": (35.0, 42.0, SAID),
        "Gamma": (41.0, 41.0, None),
        "Delta": (30.0, 31.0, None),
    }
    return {
        f"{name.lower()}_demo": _row(name, old, new, notes, after=after)
        for name, (old, new, notes) in scores.items()
    }


def _row(name, old, new, notes, *, after):
    graded = after and notes is not None
    return board.row(
        name,
        "1.0.1" if graded else "1.0.0",
        "2026-05-05",
        score=new if after else old,
        notes=notes if graded else "Four trials.",
    )
