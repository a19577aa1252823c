"""The attributes that say on a weave call whose it is."""

from evalrata.instrument import current
from evalrata.schemas.conventions import (
    ACTOR,
    BENCHMARK,
    EPISODE_ID,
    RUN_ID,
    TASK,
    TRIAL,
)

__all__ = ["tags"]


def tags() -> dict[str, str | int]:
    """Return the attributes of a call that starts now; none outside a run.

    They are flat keys, names with dots (``evalrata.actor``), as the reader of exports
    looks for them.  Keys of others (``weave_task_id``) are not touched.
    """
    scope = current()
    if scope is None:
        return {}
    run, episode = scope.run, scope.episode
    found: dict[str, str | int | None] = {
        RUN_ID: run.id,
        BENCHMARK: run.benchmark,
        EPISODE_ID: episode.id if episode else None,
        TASK: episode.task if episode else None,
        TRIAL: episode.trial if episode else None,
        ACTOR: scope.actor,
    }
    return {name: value for name, value in found.items() if value is not None}
