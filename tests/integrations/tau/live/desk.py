"""A small stand-in for tau-bench's environment: a desk with five tasks.

It does in the same order what ``tau_bench.envs.base.Env`` does: ``step`` appends the
action before doing it and grades where it is done; the grader hashes the data, loads
it anew, replays the gold through ``step`` and looks for the outputs in every reply of
the list.
"""

import copy
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

__all__ = ["RESPOND", "STOP", "TASKS", "TRANSFER", "Action", "Env", "Task", "User"]

STOP = "###STOP###"
RESPOND = "respond"
TRANSFER = "transfer_to_human_agents"


@dataclass
class Action:
    name: str
    kwargs: dict[str, Any]


@dataclass
class Task:
    instruction: str
    actions: list[Action]
    outputs: list[str] = field(default_factory=list)


@dataclass
class Reward:
    reward: float
    actions: list[Action]
    info: dict[str, Any]


@dataclass
class Response:
    observation: str
    reward: float
    done: bool
    reward_info: Reward | None = None
    user_cost: float | None = None


class User:
    """Says what its script says; then goes on asking."""

    def __init__(self, *replies: str) -> None:
        self.model = "scripted-1"
        self.replies = list(replies)
        self.messages: list[str] = []

    def reset(self, instruction: str | None = None) -> str:
        self.messages = [str(instruction)]
        return "Hello."

    def step(self, content: str) -> str:
        self.messages.append(content)
        return self.replies.pop(0) if self.replies else "And then?"

    def get_total_cost(self) -> float:
        return 0.25


def cancel_reservation(data, reservation_id):
    booking = data["reservations"][reservation_id]
    if booking["status"] == "cancelled":
        return "Error: cancelled before"
    booking["status"] = "cancelled"
    return "cancelled"


def send_certificate(data, user_id, amount):
    data["users"][user_id]["certificates"].append(amount)
    return "sent"


def get_reservation_details(data, reservation_id):
    return json.dumps(data["reservations"][reservation_id])


def think(data, thought):
    return ""


def transfer_to_human_agents(data, summary):
    return "transferred"


TOOLS = {
    tool.__name__: tool
    for tool in (
        cancel_reservation,
        send_certificate,
        get_reservation_details,
        think,
        transfer_to_human_agents,
    )
}


def load_data():
    return {
        "reservations": {f"R{n}": {"status": "held"} for n in range(5)},
        "users": {f"U{n}": {"certificates": []} for n in range(5)},
    }


def cancel(number):
    return Action("cancel_reservation", {"reservation_id": f"R{number}"})


def send(number, amount):
    return Action("send_certificate", {"user_id": f"U{number}", "amount": amount})


TASKS = [
    Task("cancel R0", [cancel(0)]),
    Task(
        "look at R1, be given 50",
        [Action("get_reservation_details", {"reservation_id": "R1"}), send(1, 50)],
    ),
    Task("ask for what is not allowed", []),
    Task("cancel R3, then a human", [cancel(3), Action(TRANSFER, {"summary": "R3"})]),
    Task("be given 100, and hear it", [send(4, 100)], ["100"]),
]


class Env:
    def __init__(self, *, tasks=TASKS, task_index=0, user=None) -> None:
        self.data_load_func = load_data
        self.data = load_data()
        self.tools_map = TOOLS
        self.terminate_tools = [TRANSFER]
        self.tasks = tasks
        self.task_index = task_index
        self.task = tasks[task_index]
        self.user = User() if user is None else user
        self.actions: list[Action] = []

    def reset(self, task_index=None):
        self.task_index = 0 if task_index is None else task_index
        self.data = self.data_load_func()
        self.task = self.tasks[self.task_index]
        self.actions = []
        return self.user.reset(instruction=self.task.instruction)

    def step(self, action):
        self.actions.append(action)
        done = False
        if action.name == RESPOND:
            observation = self.user.step(action.kwargs["content"])
            done = STOP in observation
        elif action.name in self.tools_map:
            try:
                observation = self.tools_map[action.name](self.data, **action.kwargs)
            except Exception as error:  # noqa: BLE001 - the real one does the same
                observation = f"Error: {error}"
            done = action.name in self.terminate_tools
        else:
            observation = f"Unknown action {action.name}"
        if not done:
            return Response(observation, 0, done)
        found = self.calculate_reward()
        cost = self.user.get_total_cost()
        return Response(observation, found.reward, done, found, cost)

    def get_data_hash(self):
        return sha256(json.dumps(self.data, sort_keys=True).encode()).hexdigest()

    def calculate_reward(self):
        left = self.get_data_hash()
        self.data = self.data_load_func()
        for action in self.task.actions:
            if action.name not in self.terminate_tools:
                self.step(action)
        gold = self.get_data_hash()
        said = [a.kwargs["content"] for a in self.actions if a.name == RESPOND]
        heard = all(any(o in text for text in said) for o in self.task.outputs)
        expected = [copy.copy(a) for a in self.task.actions if a.name != RESPOND]
        return Reward(float(left == gold and heard), expected, {"gt_data_hash": gold})
