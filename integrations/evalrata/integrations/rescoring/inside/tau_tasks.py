"""Tasks of tau-bench: which one an episode is graded with, and what it needs."""

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import (
        tau_grading,
        tau_loading,
        tau_playing,
    )
    from evalrata.integrations.rescoring.inside.tau_loading import Scene
else:
    import tau_grading
    import tau_loading
    import tau_playing

__all__ = ["NoTaskError", "Tasks", "idle", "reason", "tasks_of"]

GRADED = ("actions", "outputs")
"""What of a task the grader looks at."""


class NoTaskError(Exception):
    """There is no task to grade the episode with."""


class Tasks(NamedTuple):
    """The task of an episode."""

    graded: Any
    other: Any
    """The embedded one if the pinned one is graded, and the other way round; ``None``
    where they agree in what is graded, or there is but one."""
    differs: list[str]
    """Fields in which the two differ."""


def tasks_of(scene: "Scene", episode: Mapping[str, Any]) -> Tasks:
    """Return the task.  Raises ``NoTaskError``, saying why there is none."""
    index, embedded = episode["task"], episode["embedded"]
    pinned = scene.tasks[index] if index < len(scene.tasks) else None
    if pinned is not None and not _same_user(pinned, episode["user"]):
        pinned, why = None, f"task {index} of the checkout has another user"
    else:
        why = f"the checkout has {len(scene.tasks)} tasks, and none with index {index}"
    told = None if embedded is None else _task(scene, pinned, embedded)
    if episode["use_embedded"]:
        if told is None:
            raise NoTaskError("the record embeds no task")
    elif pinned is None:
        raise NoTaskError(why)
    differs = _differences(pinned, embedded)
    graded, other = (told, pinned) if episode["use_embedded"] else (pinned, told)
    return Tasks(graded, other if set(differs) & set(GRADED) else None, differs)


def idle(scene: "Scene", task: Any) -> dict[str, Any]:
    """Grade an agent that did nothing, and see which gold actions change the data."""
    nothing = {"of": [], "ends": False, "compare": False}
    return {
        "play": tau_playing.play(scene, task, [], nothing),
        "outputs": len(getattr(task, "outputs", None) or ()),
        **_changes(scene, task),
    }


def reason(error: BaseException) -> str:
    """Say why an episode or a task was not graded."""
    return str(error) if isinstance(error, NoTaskError) else tau_playing.told(error)


def _changes(scene: "Scene", task: Any) -> dict[str, Any]:
    env = tau_grading.fresh(scene.env, task)
    start = before = tau_grading.contents(env.data)
    written = []
    for action in env.task.actions:
        told = {"name": action.name, "kwargs": copy.deepcopy(action.kwargs)}
        if action.name not in env.terminate_tools:
            env.step(action)
        after = tau_grading.contents(env.data)
        if before != after:
            written.append(told)
        before = after
    return {"written": written, "changes": start != before}


def _same_user(task: Any, user: str | None) -> bool:
    return user is None or getattr(task, "user_id", user) == user


def _task(scene: "Scene", pinned: Any, embedded: Mapping[str, Any]) -> Any:
    """Return the embedded task as one of the checkout's; ``None``: it is no task."""
    try:
        actions = [
            scene.action(name=a["name"], kwargs=a["kwargs"])
            for a in embedded["actions"]
        ]
        outputs = list(embedded.get("outputs") or ())
        told: dict[str, Any] = {"actions": actions, "outputs": outputs}
        if pinned is not None:
            task = copy.deepcopy(pinned)
            vars(task).update(told)
            return task
        told["instruction"] = embedded.get("instruction") or ""
        return scene.task(user_id=embedded.get("user_id") or "", **told)
    except Exception:  # noqa: BLE001 - a stranger's record
        return None


def _differences(pinned: Any, embedded: Mapping[str, Any] | None) -> list[str]:
    if pinned is None or embedded is None:
        return []
    own = tau_loading.plain(pinned)
    return [
        name
        for name in (*GRADED, "instruction")
        if name in embedded
        and tau_loading.spelled(own[name]) != tau_loading.spelled(embedded[name])
    ]
