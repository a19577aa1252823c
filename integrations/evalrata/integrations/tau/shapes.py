"""The parts of a tau-bench results record that are read; the rest is skipped.

Source of the field names: sierra-research/tau-bench at 59a200c, ``types.py``
(``EnvRunResult``, ``RewardResult``, ``Task``) and ``run.py`` (a record of a crash).
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "Function",
    "GoldAction",
    "Info",
    "Message",
    "Record",
    "RewardDetail",
    "RewardInfo",
    "Task",
    "ToolCall",
]


class GoldAction(Struct, frozen=True):
    """An action that the task expects."""

    name: str
    kwargs: Any = None


class Task(Struct, frozen=True):
    """The embedded task."""

    actions: list[GoldAction] | None = None
    instruction: str | None = None
    outputs: Any = None


class RewardDetail(Struct, frozen=True):
    """What the reward was computed from."""

    gt_data_hash: str | None = None


class RewardInfo(Struct, frozen=True):
    """What the grader left.  ``actions`` is gold, never the agent's."""

    reward: float | None = None
    actions: list[GoldAction] | None = None
    info: RewardDetail | None = None


class Info(Struct, frozen=True):
    """Everything but the messages.  A crash leaves ``error`` and nothing else."""

    task: Task | None = None
    user_cost: int | float | None = None
    reward_info: RewardInfo | UnsetType | None = UNSET
    error: Any = None
    traceback: Any = None


class Function(Struct, frozen=True):
    """A call's name and arguments: JSON text, Python text, or an object."""

    name: str = ""
    arguments: Any = None


class ToolCall(Struct, frozen=True):
    """A tool call in the chat-completions form."""

    id: str | None = None
    function: Function | None = None


class Message(Struct, frozen=True):
    """One chat message."""

    role: str = ""
    content: Any = None
    tool_calls: list[ToolCall] | None = None


class Record(Struct, frozen=True):
    """One episode."""

    task_id: int | str | None = None
    reward: float | None = None
    trial: int | None = None
    info: Info | None = None
    traj: list[Message] | None = None
