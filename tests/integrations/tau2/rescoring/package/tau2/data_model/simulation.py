"""Results files, tasks and messages, with the few methods that are used of them."""

import copy
import json
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any


class TerminationReason(str, Enum):
    USER_STOP = "user_stop"
    AGENT_STOP = "agent_stop"
    MAX_STEPS = "max_steps"


class Model:
    def model_copy(self, *, update: dict[str, Any]) -> Any:
        made = copy.copy(self)
        for name, value in update.items():
            setattr(made, name, value)
        return made

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        assert mode == "json"
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass
class Call(Model):
    id: str
    name: str
    arguments: dict[str, Any]
    requestor: str = "assistant"


@dataclass
class Message(Model):
    role: str
    content: str | None = None
    tool_calls: list[Call] | None = None
    id: str | None = None
    error: bool = False


@dataclass
class Action(Model):
    name: str
    arguments: dict[str, Any]
    requestor: str = "assistant"
    compare_args: list[str] | None = None


@dataclass
class Criteria(Model):
    actions: list[Action] | None = None
    env_assertions: list[Any] | None = None
    communicate_info: list[str] | None = None
    nl_assertions: list[str] | None = None
    reward_basis: list[str] = field(default_factory=lambda: ["DB", "COMMUNICATE"])


@dataclass
class Task(Model):
    id: str
    user_scenario: dict[str, Any] | None = None
    initial_state: Any = None
    evaluation_criteria: Criteria | None = None


@dataclass
class RewardInfo(Model):
    reward: float
    reward_basis: list[str] | None = None
    info: dict[str, Any] | None = None


@dataclass
class Simulation(Model):
    id: str
    task_id: str
    trial: int
    termination_reason: TerminationReason
    messages: list[Message]
    reward_info: RewardInfo | None = None
    ticks: list[Any] | None = None


class Named:
    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


@dataclass
class Results(Model):
    info: Any
    tasks: list[Task]
    simulations: list[Simulation]

    @classmethod
    def load(cls, path: str) -> "Results":
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        info = found["info"]
        return cls(
            Named(
                agent_info=Named(**info["agent_info"]),
                user_info=Named(**info["user_info"]),
                environment_info=Named(**info["environment_info"]),
            ),
            [task_from(task) for task in found["tasks"]],
            [simulation_from(simulation) for simulation in found["simulations"]],
        )


def task_from(found: dict[str, Any]) -> Task:
    criteria = found.get("evaluation_criteria")
    made = None
    if criteria is not None:
        actions = criteria.get("actions")
        parts = {k: v for k, v in criteria.items() if k != "actions"}
        made = Criteria(
            actions=None if actions is None else [Action(**a) for a in actions], **parts
        )
    return Task(found["id"], found.get("user_scenario"), None, made)


def simulation_from(found: dict[str, Any]) -> Simulation:
    messages = [
        Message(
            **{
                **message,
                "tool_calls": [Call(**c) for c in message.get("tool_calls") or ()]
                or None,
            }
        )
        for message in found["messages"]
    ]
    return Simulation(
        found["id"],
        found["task_id"],
        found["trial"],
        TerminationReason(found["termination_reason"]),
        messages,
    )
