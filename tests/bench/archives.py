"""Two archives of one run, before and after a re-score, of any number of episodes.

Each task has four trials.  Before, one of 100 is ungraded.  After: in another order;
one of 20 results flips, one of 100 is ungraded, one of 100 is not there, and one of 50
tasks has other criteria.
"""

import json
import random

__all__ = ["SHAPES", "write_archives"]

TRIALS = 4


def write_archives(folder, episodes):
    """Write both sides in each shape: the same bytes for the same number."""
    chance = random.Random(1)  # noqa: S311 - no secret
    truth = [
        [i // TRIALS, i % TRIALS, float(chance.random() < 0.5), 0]
        for i in range(episodes)
    ]
    before = [row if chance.random() >= 0.01 else _ungraded(row) for row in truth]
    after = [_regraded(row, chance) for row in truth if chance.random() >= 0.01]
    chance.shuffle(after)
    for shape, write in SHAPES.items():
        for side, rows in (("before", before), ("after", after)):
            with (folder / f"{shape}-{side}.{shape}").open("w", encoding="ascii") as f:
                f.writelines(write(rows, side))


def _ungraded(row):
    task, trial, _, version = row
    return [task, trial, None, version]


def _regraded(row, chance):
    task, trial, reward, _ = row
    lot = chance.random()
    if lot < 0.01:
        reward = None
    elif lot < 0.06:
        reward = 1 - reward
    return [task, trial, reward, int(task % 50 == 0)]


def _records(rows, side):
    """Lines of a records archive."""
    pin = {"role": "evaluator", "name": "bench", "version": side}
    run = {"id": "bench", "benchmark": "bench", "models": ["m"], "instruments": [pin]}
    head = {"schema": "evalrata.records/1", "run": run, "started": 1.78e9, "process": 1}
    yield json.dumps(head) + "\n"
    for task, trial, reward, version in rows:
        yield json.dumps({"episode": _episode(task, trial, reward, version)}) + "\n"
    yield json.dumps({"closed": {"run": run, "episodes": len(rows), "calls": 0}}) + "\n"


def _episode(task, trial, reward, version):
    graded = {"state": "graded", "value": reward, "stored": reward, "reason": "graded"}
    ungraded = {"state": "ungraded", "reason": "no grade was given"}
    return {
        "id": f"e{task}-{trial}",
        "task": f"task-{task}",
        "trial": trial,
        "pointer": "",
        "grade": ungraded if reward is None else graded,
        "termination": {"kind": "completed", "no_crash": True},
        "task_digest": f"sha256:{task:056x}{version:08x}",
    }


def _tau(rows, _):
    """A list of tau-bench results, each with a conversation of about 1 kB."""
    for number, (task, trial, reward, version) in enumerate(rows):
        yield "[\n" if number == 0 else ",\n"
        yield json.dumps(_result(task, trial, reward, version))
    yield "\n]\n"


def _result(task, trial, reward, version):
    gold = [{"name": "cancel", "kwargs": {"id": f"R{task + version}"}}]
    info = {
        "task": {
            "user_id": f"u{task}",
            "actions": gold,
            "instruction": f"You cancel the invented R{task}.",
            "outputs": [],
        }
    }
    if reward is not None:
        info["reward_info"] = {"reward": reward, "info": {"r_actions": reward}}
    return {
        "task_id": task,
        "trial": trial,
        "reward": reward or 0.0,
        "info": info,
        "traj": [
            {"role": "system", "content": "Be polite. " * 30},
            {"role": "user", "content": f"Please cancel R{task}. " * 10},
            {"role": "assistant", "content": "One moment, please. " * 10},
            {"role": "user", "content": "###STOP###"},
        ],
    }


SHAPES = {"jsonl": _records, "json": _tau}
"""How each shape is written, by the ending of its files."""
