"""The page of tau-bench results."""

from evalrata.integrations.formats import Format

__all__ = ["ABOUT"]

ABOUT = Format(
    name="tau-bench",
    title="tau-bench results",
    files="`run.py --log-dir`, published trajectories",
    shows={
        "episodes": "one per record",
        "grade": "`reward_info`: null where the grader never ran",
        "actions": "tool calls in `traj`",
        "gold": "`info.task.actions`",
    },
    partly={
        "termination": "no ending but a crash is recorded",
        "task_data": "the tasks are embedded, no version of them is named",
        "cost": "only the user simulator's last message (`user_cost`)",
    },
    cannot={
        "own_calls": "there is no log beside the messages",
        "calls": "model calls are not recorded",
        "usage": "tokens are not recorded",
        "score": "no mean is stated",
        "evaluator": "no version is named",
        "user_simulator": "not named",
        "harness": "not named",
        "date": "not recorded",
        "model": "not named",
        "declared_tasks": "what was to be run is not stated",
    },
    ignored={
        "/*/info/reward_info/info/r_actions": "repeats the reward",
        "/*/info/source": "which user simulator class ran, the same in every file",
        "/*/info/task/user_id": "a customer of the invented database",
        "/*/traj/*/name": "repeats the tool call's name",
        "/*/traj/*/tool_call_id": "the call's own id is read",
        "/*/traj/*/tool_calls/*/type": "always function",
    },
    sources=("sierra-research/tau-bench at 59a200c: tau_bench/types.py, run.py",),
)
