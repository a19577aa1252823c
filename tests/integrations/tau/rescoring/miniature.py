"""An invented, miniature package with the module paths of tau-bench.

Three reservations; ``cancel_reservation`` takes one away, ``get_reservation_details``
shows one, ``transfer_to_human_agents`` ends.  Its grader does what the real one does:
it reloads the database into the environment and replays the gold through ``step``.
Like the real one it imports ``litellm``, which need not be there.
"""

__all__ = ["TASKS", "checkout_at", "task"]

TYPES = """
class Action:
    def __init__(self, name, kwargs):
        self.name, self.kwargs = name, kwargs


class Task:
    def __init__(self, user_id, actions, instruction, outputs):
        self.user_id, self.actions = user_id, actions
        self.instruction, self.outputs = instruction, outputs


class Result:
    def __init__(self, **fields):
        self.__dict__.update(fields)
"""

USER = """
from litellm import completion


def load_user(**kwargs):
    return completion(**kwargs)
"""

BASE = """
import json
from hashlib import sha256

from tau_bench.envs.user import load_user
from tau_bench.types import Result


class Env:
    def __init__(self, load, tools, tasks, user_strategy, user_model, task_index):
        self.data_load_func, self.tools, self.tasks = load, tools, tasks
        self.data = load()
        self.task_index, self.task = task_index, tasks[task_index]
        self.user = load_user(user_strategy=user_strategy, model=user_model)
        self.terminate_tools = []
        self.actions = []

    def step(self, action):
        self.actions.append(action)
        done = False
        if action.name == "respond":
            observation = self.user.step(action.kwargs["content"])
            done = "###STOP###" in observation
        elif action.name in self.tools:
            try:
                observation = self.tools[action.name](self.data, **action.kwargs)
            except Exception as error:
                observation = f"Error: {error}"
            done = action.name in self.terminate_tools
        else:
            observation = f"Unknown action {action.name}"
        reward = self.calculate_reward().reward if done else 0
        return Result(observation=observation, reward=reward, done=done)

    def get_data_hash(self):
        text = json.dumps(self.data, sort_keys=True)
        return sha256(text.encode()).hexdigest()

    def calculate_reward(self):
        found = self.get_data_hash()
        self.data = self.data_load_func()
        for action in self.task.actions:
            if action.name not in self.terminate_tools:
                self.step(action)
        reward = float(found == self.get_data_hash())
        replies = [a.kwargs for a in self.actions if a.name == "respond"]
        said = [reply["content"].lower() for reply in replies]
        for output in self.task.outputs:
            if not any(output.lower() in text for text in said):
                reward = 0.0
        return Result(reward=reward)
"""

ENVS = """
import importlib


def get_env(env_name, user_strategy, user_model, task_split, task_index=None):
    if env_name != "airline":
        raise ValueError(f"Unknown environment: {env_name}")
    from tau_bench.envs.airline.env import AirlineEnv

    return AirlineEnv(user_strategy, user_model, task_split, task_index)
"""

AIRLINE = '''
import os
import time

from tau_bench.envs.airline.data import load_data
from tau_bench.envs.base import Env


def cancel_reservation(data, reservation_id):
    del data["reservations"][reservation_id]
    return "cancelled"


def get_reservation_details(data, reservation_id):
    return data["reservations"][reservation_id]


def transfer_to_human_agents(data, summary):
    return "Transfer successful"


def calculate(data, expression):
    """What a stranger's arguments may do to a process."""
    if expression == "end":
        os._exit(9)
    if expression == "raise":
        raise SystemExit
    return expression


TOOLS = {f.__name__: f for f in (
    cancel_reservation, get_reservation_details, transfer_to_human_agents, calculate
)}


class AirlineEnv(Env):
    def __init__(self, user_strategy, user_model, task_split, task_index):
        if task_split != "test":
            raise ValueError(f"Unknown task split: {task_split}")
        from tau_bench.envs.airline.tasks_test import TASKS

        super().__init__(
            load_data, TOOLS, TASKS, user_strategy, user_model, task_index
        )
        self.terminate_tools = ["transfer_to_human_agents"]
'''

DATA = """
import json
from pathlib import Path


def load_data():
    return json.loads((Path(__file__).parent / "db.json").read_text())
"""

DATABASE = '{"reservations": {"AA": "to Oslo", "BB": "to Rome", "CC": "to Bern"}}'


def cancel(reservation):
    return {"name": "cancel_reservation", "kwargs": {"reservation_id": reservation}}


def task(user, actions, outputs=()):
    """A task as records embed it."""
    return {
        "user_id": user,
        "actions": list(actions),
        "instruction": f"You are {user}.",
        "outputs": list(outputs),
    }


TRANSFER = {"name": "transfer_to_human_agents", "kwargs": {"summary": "no"}}

TASKS = (
    task("ann", [cancel("AA")]),
    task("bob", [TRANSFER]),
    task("eve", [], ["42"]),
    task("joe", [cancel("BB"), TRANSFER], ["7"]),
)
"""Needs a write; passes idle; needs a reply; needs both."""


def checkout_at(folder, tasks=TASKS):
    """Write the package below ``folder``, which is then a checkout."""
    package = folder / "tau_bench"
    files = {
        "__init__.py": "",
        "types.py": TYPES,
        "envs/__init__.py": ENVS,
        "envs/base.py": BASE,
        "envs/user.py": USER,
        "envs/airline/__init__.py": "",
        "envs/airline/env.py": AIRLINE,
        "envs/airline/tasks_test.py": _tasks(tasks),
        "envs/airline/data/__init__.py": DATA,
        "envs/airline/data/db.json": DATABASE,
    }
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _tasks(tasks):
    return f"""
from tau_bench.types import Action, Task

TASKS = [
    Task(
        user_id=told["user_id"],
        actions=[Action(a["name"], a["kwargs"]) for a in told["actions"]],
        instruction=told["instruction"],
        outputs=told["outputs"],
    )
    for told in {list(tasks)!r}
]
"""
