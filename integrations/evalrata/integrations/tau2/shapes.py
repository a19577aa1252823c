"""The parts of tau2-bench results that are read; the rest is skipped.

Source of the field names: sierra-research/tau2-bench at a2c0247,
``src/tau2/data_model/{simulation,message,tasks}.py``.  What decides a grade is typed,
so that a wrong type is reported; what only adds detail is taken as it comes.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "Criteria",
    "Environment",
    "GoldAction",
    "Header",
    "Message",
    "Party",
    "RawData",
    "RewardInfo",
    "Scenario",
    "Simulation",
    "Task",
    "Tick",
    "ToolCall",
]


class Party(Struct, frozen=True):
    """``agent_info`` or ``user_info``."""

    implementation: str | None = None
    llm: str | None = None
    global_simulation_guidelines: str | None = None


class Environment(Struct, frozen=True):
    """``environment_info``."""

    domain_name: str | None = None
    policy: str | None = None


class Header(Struct, frozen=True):
    """``info`` of a results file."""

    git_commit: str | None = None
    num_trials: int | None = None
    user_info: Party | None = None
    agent_info: Party | None = None
    environment_info: Environment | None = None


class GoldAction(Struct, frozen=True):
    """An action that the task expects, of the agent or of the user."""

    name: str
    arguments: Any = None
    requestor: str | None = None


class Criteria(Struct, frozen=True):
    """``evaluation_criteria``, as far as it names actions."""

    actions: list[GoldAction] | None = None
    env_assertions: Any = None
    reward_basis: list[str] | None = None


class Scenario(Struct, frozen=True):
    """What the user simulator is told: text, or an object of texts."""

    instructions: Any = None


class Task(Struct, frozen=True):
    """An embedded task."""

    id: str | int
    evaluation_criteria: Any = None
    user_scenario: Scenario | None = None


class ActionCheck(Struct, frozen=True):
    """An expected action that the evaluator looked for."""

    action: GoldAction | None = None


class RewardInfo(Struct, frozen=True):
    """What the evaluator left."""

    reward: float | None = None
    db_check: Any = None
    reward_basis: Any = None
    info: Any = None
    action_checks: list[ActionCheck] | None = None


class ToolCall(Struct, frozen=True):
    """A tool call, and who asked for it."""

    id: str | None = None
    name: str = ""
    arguments: Any = None
    requestor: str | None = None


class RawData(Struct, frozen=True):
    """The provider's response, or one choice of it (then without id and model)."""

    id: Any = None
    model: Any = None
    usage: Any = None


class Message(Struct, frozen=True):
    """One message of the conversation."""

    role: str | None = None
    content: Any = None
    tool_calls: list[ToolCall] | None = None
    id: Any = None
    error: Any = None
    cost: float | None = None
    usage: Any = None
    raw_data: RawData | None = None
    timestamp: str | None = None
    generation_time_seconds: float | None = None


class Tick(Struct, frozen=True):
    """One step of a full-duplex (voice) conversation."""

    agent_tool_calls: list[ToolCall] | None = None
    user_tool_calls: list[ToolCall] | None = None


class Simulation(Struct, frozen=True):
    """One episode."""

    id: str | None = None
    task_id: str | int | None = None
    trial: int | None = None
    timestamp: str | None = None
    start_time: str | None = None
    termination_reason: str | None = None
    agent_cost: float | UnsetType | None = UNSET
    user_cost: float | UnsetType | None = UNSET
    reward_info: RewardInfo | UnsetType | None = UNSET
    messages: list[Message] | None = None
    ticks: list[Tick] | None = None
    policy: str | None = None
    mode: str | None = None
