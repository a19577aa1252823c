"""A small stand-in for tau2-bench's parts: models, a talk, an evaluator.

The same names and the same order of calls as ``tau2`` 0.2.0 to 1.0.1: the orchestrator
sets the environment's state, which replays a task's history through ``get_response``;
agent and user take turns; the evaluator replays in an environment of its own.
"""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

__all__ = [
    "Agent",
    "Environment",
    "Orchestrator",
    "SimulationRun",
    "Task",
    "ToolCall",
    "User",
    "evaluate",
    "tasks",
]


class ToolCall(BaseModel):
    name: str
    arguments: dict[str, Any] = {}
    requestor: str = "assistant"


class Criteria(BaseModel):
    actions: list[ToolCall] | None = None
    reward_basis: list[str] = ["DB"]


class Task(BaseModel):
    id: str
    history: list[ToolCall] = []
    evaluation_criteria: Criteria | None = None


class RewardInfo(BaseModel):
    reward: float
    db_check: dict[str, Any] | None = None
    reward_basis: list[str] | None = None
    nl_assertions: list[Any] | None = None
    info: dict[str, Any] | None = None


class SimulationRun(BaseModel):
    task_id: str
    termination_reason: str
    calls: list[ToolCall] = []
    reward_info: RewardInfo | None = None


class Environment:
    def __init__(self) -> None:
        self.done: list[str] = []

    def set_state(self, message_history: list[ToolCall]) -> None:
        for call in message_history:
            self.get_response(call)

    def get_response(self, message: ToolCall) -> str:
        self.done.append(message.name)
        return "done"


class Agent:
    """Makes one call after another, then has no more to do."""

    llm = "agent-1"

    def __init__(self, *calls: ToolCall, ask: Callable[[], None] = lambda: None):
        self.calls, self.ask = list(calls), ask

    def generate_next_message(self, message: Any, state: Any = None) -> Any:
        self.ask()
        return self.calls.pop(0) if self.calls else "Done."


class User(Agent):
    llm = "user-1"
    global_simulation_guidelines = "Be brief."


class Orchestrator:
    def __init__(self, agent, user, environment, task, max_steps=10) -> None:
        self.agent, self.user, self.environment = agent, user, environment
        self.task, self.max_steps = task, max_steps

    def run(self) -> SimulationRun:
        self.environment.set_state(self.task.history)
        made: list[ToolCall] = []
        for speaker in (self.user, self.agent) * self.max_steps:
            said = speaker.generate_next_message(made)
            if isinstance(said, ToolCall):
                made.append(said)
                self.environment.get_response(said)
            elif speaker is self.agent:
                return SimulationRun(
                    task_id=self.task.id, termination_reason="user_stop", calls=made
                )
        return SimulationRun(
            task_id=self.task.id, termination_reason="max_steps", calls=made
        )


def evaluate(simulation: SimulationRun, task: Task) -> RewardInfo:
    if simulation.termination_reason != "user_stop":
        note = "Simulation terminated prematurely. Termination reason: max_steps"
        return RewardInfo(reward=0.0, reward_basis=["DB"], info={"note": note})
    if task.evaluation_criteria is None:
        return RewardInfo(reward=1.0, info={"note": "No evaluation criteria"})
    replayed, gold = Environment(), Environment()
    replayed.set_state(simulation.calls)
    gold.set_state(task.evaluation_criteria.actions or [])
    same = replayed.done == gold.done
    return RewardInfo(
        reward=float(same), db_check={"db_match": same}, reward_basis=["DB"]
    )


def tasks() -> list[Task]:
    """Return two that the agent below passes, the second with a history."""
    gold = Criteria(actions=[ToolCall(name="create_task")])
    return [
        Task(id="plain", evaluation_criteria=gold),
        Task(
            id="history",
            history=[ToolCall(name="look")],
            evaluation_criteria=gold,
        ),
    ]
