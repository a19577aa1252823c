"""The page of tau2-bench results and of their leaderboard."""

from evalrata.integrations.formats import Format

__all__ = ["ABOUT"]

REPEATED = "the message's own usage is read; of the provider's, what was cached"
CHECKED = "how the reward came about; whether it did is read"

ABOUT = Format(
    name="tau2-bench",
    title="tau2-bench results",
    files="one file, bare list, split folder, submissions with some keys left out",
    shows={
        "episodes": "`simulations`",
        "grade": "`reward_info`, and whether the ending is one that is graded",
        "termination": "`termination_reason`",
        "actions": "tool calls in `messages` or `ticks`, by requestor",
        "gold": "`tasks[].evaluation_criteria.actions`",
        "calls": "messages with usage",
        "usage": "`usage` and `raw_data.usage` of messages",
        "cost": "`agent_cost`, `user_cost`",
        "evaluator": "`info.git_commit`",
        "harness": "`info.git_commit`",
        "task_data": "a digest of the embedded criteria",
        "user_simulator": "`info.user_info`",
        "date": "`timestamp`",
        "declared_tasks": "`tasks`, `info.num_trials`",
    },
    partly={
        "score": "only results of the form `{passed, pass_rate}` state one",
        "model": "turns name theirs; a file without `info` does not name the agent's",
    },
    cannot={"own_calls": "there is no log beside the messages"},
    ignored={
        "/simulations/*/duration": "seconds; repeats start and end",
        "/simulations/*/end_time": "the start dates the run",
        "/simulations/*/messages/*/content": "what was said",
        "/simulations/*/messages/*/id": "tool calls have ids of their own",
        "/simulations/*/messages/*/raw_data/usage/completion_tokens": REPEATED,
        "/simulations/*/messages/*/raw_data/usage/prompt_tokens": REPEATED,
        "/simulations/*/messages/*/requestor": "the call names its requestor",
        "/simulations/*/messages/*/turn_idx": "the position is the index",
        "/simulations/*/reward_info/action_checks/*/action/action_id": "a name",
        "/simulations/*/reward_info/action_checks/*/action_match": CHECKED,
        "/simulations/*/reward_info/action_checks/*/action_reward": CHECKED,
        "/simulations/*/reward_info/db_check/db_match": CHECKED,
        "/simulations/*/reward_info/db_check/db_reward": CHECKED,
        "/simulations/*/reward_info/info/env": CHECKED,
        "/simulations/*/reward_info/info/nl": CHECKED,
        "/simulations/*/reward_info/reward_basis": CHECKED,
        "/simulations/*/reward_info/reward_breakdown": "parts of the reward",
        "/simulations/*/seed": "repeats the header's",
    },
    sources=("sierra-research/tau2-bench at a2c0247: src/tau2/data_model",),
)

NO_EPISODES = "rows have no episodes"

LEADERBOARD = Format(
    name="tau2-leaderboard",
    title="tau2-bench leaderboard",
    files="folder with `manifest.json` and `<name>/submission.json`",
    shows={
        "cost": "`results.<domain>.cost`",
        "evaluator": "`methodology.tau2_bench_version`",
        "user_simulator": "`methodology.user_simulator`",
        "date": "`methodology.evaluation_date`",
        "model": "`model_name`",
    },
    partly={
        "score": "`pass_1` per domain, none over all",
        "harness": "no version; a setting (`retrieval_config`) for some domains",
    },
    cannot={
        "episodes": NO_EPISODES,
        "grade": NO_EPISODES,
        "termination": NO_EPISODES,
        "actions": NO_EPISODES,
        "own_calls": NO_EPISODES,
        "gold": NO_EPISODES,
        "calls": NO_EPISODES,
        "usage": NO_EPISODES,
        "task_data": "no version of the tasks is named",
        "declared_tasks": "rows do not list their tasks",
    },
    ignored={
        "*/submission.json#/methodology/verification/modified_prompts": (
            "a statement that no rule compares"
        ),
        "*/submission.json#/model_organization": "who made the model",
        "*/submission.json#/results/airline/pass_2": "pass_1 is the score",
        "*/submission.json#/submission_date": "the evaluation's date counts",
        "*/submission.json#/submitting_organization": "who submitted",
    },
    sources=("sierra-research/tau2-bench at a2c0247: web/leaderboard",),
)
