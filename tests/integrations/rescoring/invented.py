"""An invented benchmark: results files, and a driver that says what it is told to.

Results are tau-bench's shape, since that reader is there; no task or name is one of
tau-bench's.
"""

import json
from pathlib import Path

from evalrata.integrations.rescoring.driver import Checkout, Found, Taken
from evalrata.schemas.records import Instrument, Replayed
from evalrata.schemas.rescore import Idle, Regrade, Validation

__all__ = ["EVALUATOR", "TASKS", "FakeDriver", "checkout", "record", "results"]

EVALUATOR = Instrument(
    role="evaluator", name="toybench", version="2.0", known="said by the test"
)
TASKS = Instrument(role="task_data", name="toybench", digest="sha256:" + "ab" * 32)


def record(task: int, reward: float, trial: int = 0, *, graded: bool = True):
    """Return a record of a results file; ungraded: reward_info is null."""
    gold = [{"name": "open_door", "kwargs": {"door": task}}]
    info = {
        "task": {"user_id": "u", "instruction": "i", "actions": gold, "outputs": []}
    }
    info["reward_info"] = None
    if graded:
        info["reward_info"] = {
            "reward": reward,
            "info": {"r_actions": reward, "gt_data_hash": "0"},
            "actions": [],
        }
    calls = [{"id": "c", "type": "function", "function": {"name": "open_door"}}]
    calls[0]["function"]["arguments"] = json.dumps({"door": task})
    traj = [
        {"role": "user", "content": "please"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c", "name": "open_door", "content": "ok"},
    ]
    return {
        "task_id": task,
        "reward": reward,
        "info": info,
        "traj": traj,
        "trial": trial,
    }


def results(folder: Path, *records) -> Path:
    """Write a results file: by default 1, 0, 1, and an ungraded 0."""
    default = (record(0, 1.0), record(1, 0.0), record(2, 1.0))
    found = records or (*default, record(3, 0.0, graded=False))
    path = folder / "toy.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def checkout(folder: Path) -> Checkout:
    return Checkout(path=folder, python="python")


class FakeDriver:
    """Gives ``values`` in the order of the episodes."""

    name = "toybench"
    formats = ("tau-bench",)

    def __init__(self, *values, calls=1, mismatched=0, counted=True, proven=3):
        self.values, self.proven = values, proven
        self.replay = Replayed(calls=calls, mismatched=mismatched) if counted else None
        self.asked: list[Checkout] = []

    def pin(self, checkout):
        return EVALUATOR, TASKS

    def rescore(self, taken: list[Taken], checkout: Checkout) -> Found:
        self.asked.append(checkout)
        every = [(t.records.run.id, e) for t in taken for e in t.records.episodes]
        assert all(t.path.is_file() for t in taken)
        episodes = tuple(
            Regrade(
                run=run,
                task=e.task,
                trial=e.trial,
                id=e.id,
                pointer=e.pointer,
                state=e.grade.state,
                stored=e.grade.stored,
                value=value,
                reason="" if value is not None else "no tools",
                replay=self.replay,
                writes=("open_door",) if value else (),
                needs_write=True,
            )
            for (run, e), value in zip(every, self.values, strict=False)
        )
        n, total = len(every), self.replay
        return Found(
            evaluator=EVALUATOR,
            task_data=TASKS,
            episodes=episodes,
            replay=total
            and Replayed(calls=n * total.calls, mismatched=n * total.mismatched),
            validations=(
                Validation(kind="regrade", episodes=3, reproduced=self.proven),
                Validation(
                    kind="regrade", scaffold="s", episodes=3, reproduced=self.proven
                ),
            ),
            idle=(Idle(task="0", passes=True),),
            command=("toy", "grade"),
        )
