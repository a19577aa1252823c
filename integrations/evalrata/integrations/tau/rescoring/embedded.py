"""The tasks that records embed."""

from typing import Any

from msgspec import Struct

from evalrata.integrations.tau.rescoring.jobs import within

__all__ = ["Embedded", "told"]


class Embedded(Struct, frozen=True):
    """A task, as a stranger's file has it."""

    user_id: Any = None
    actions: Any = None
    outputs: Any = None
    instruction: Any = None


def told(task: Embedded | None) -> dict[str, Any] | None:
    """Return the fields that are there and are a task's; ``None`` without gold."""
    if task is None or not _actions(task.actions) or not within(task.actions):
        return None
    found: dict[str, Any] = {"actions": [_action(a) for a in task.actions]}
    if isinstance(task.outputs, list) and all(isinstance(o, str) for o in task.outputs):
        found["outputs"] = task.outputs
    for name in ("user_id", "instruction"):
        if isinstance(value := getattr(task, name), str):
            found[name] = value
    return found


def _actions(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(a, dict)
        and isinstance(a.get("name"), str)
        and isinstance(a.get("kwargs"), dict)
        for a in value
    )


def _action(action: dict[str, Any]) -> dict[str, Any]:
    return {"name": action["name"], "kwargs": action["kwargs"]}
