"""Grades recorded episodes with a checkout of tau-bench, offline.

Runs in the benchmark's interpreter.  Asked::

    {"domains": {domain: {"tasks": folder | null, "expected": [[index, user], ...]}},
     "episodes": [{"key", "domain", "task", "user", "embedded": task | null,
                   "use_embedded", "steps": [[name, kwargs, recorded | null], ...],
                   "plays": {kind: {"of": [position, ...], "ends", "compare"}}}],
     "idle": [{"domain", "task", "user", "embedded", "use_embedded"}, ...]}

It answers with one ``{"domain"}`` per domain, one ``{"episode"}`` per episode and one
``{"idle"}`` per task, in the order asked.
"""

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import (
        tau_loading,
        tau_playing,
        tau_tasks,
        worker,
    )
    from evalrata.integrations.rescoring.inside.tau_loading import Scene
    from evalrata.integrations.rescoring.inside.time_limit import TookTooLong, limit
else:
    import python_version  # noqa: F401 - before those that an older one cannot read
    import tau_loading
    import tau_playing
    import tau_tasks
    import worker
    from time_limit import TookTooLong, limit

__all__ = ["ask"]


def ask(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answer a request."""
    gc.disable()  # databases are large and hold no cycles: it would only search them
    tau_loading.stand_in()
    scenes: dict[str, Scene] = {}
    for domain, wanted in request["domains"].items():
        try:
            scene = tau_loading.load(domain, wanted["tasks"], wanted["expected"])
        except Exception as error:  # noqa: BLE001 - the other domains are still graded
            yield {"domain": domain, "failed": tau_playing.told(error)}
            continue
        scenes[domain] = scene
        tasks = [tau_loading.plain(task) for task in scene.tasks]
        yield {"domain": domain, "split": scene.split, "tasks": tasks}
    for episode in request["episodes"]:
        if episode["domain"] in scenes:
            with limit():
                answer = _episode(scenes[episode["domain"]], episode)
            yield answer
    for task in request["idle"]:
        if task["domain"] in scenes:
            with limit():
                answer = _idle(scenes[task["domain"]], task)
            yield answer


def _episode(scene: "Scene", episode: dict[str, Any]) -> dict[str, Any]:
    said = {"episode": episode["key"]}
    try:
        tasks = tau_tasks.tasks_of(scene, episode)
    except Exception as error:  # noqa: BLE001 - of one episode alone
        return {**said, "failed": tau_tasks.reason(error)}
    made: dict[str, dict[str, Any]] = {}
    for wanted in episode["plays"].values():
        if str(wanted) not in made:  # the same steps twice give the same twice
            played = tau_playing.play(scene, tasks.graded, episode["steps"], wanted)
            made[str(wanted)] = played
    plays = {kind: made[str(wanted)] for kind, wanted in episode["plays"].items()}
    other = None
    if tasks.other is not None and "replay" in plays:
        wanted = episode["plays"]["replay"]
        other = tau_playing.play(scene, tasks.other, episode["steps"], wanted)
    return {**said, "plays": plays, "differs": tasks.differs, "other": other}


def _idle(scene: "Scene", asked: dict[str, Any]) -> dict[str, Any]:
    said = {"idle": asked["task"], "domain": asked["domain"]}
    try:
        task = tau_tasks.tasks_of(scene, asked).graded
        return {**said, **tau_tasks.idle(scene, task)}
    except (Exception, TookTooLong) as error:  # noqa: BLE001 - one task's
        return {**said, "failed": tau_tasks.reason(error)}


if __name__ == "__main__":
    worker.main(ask)
