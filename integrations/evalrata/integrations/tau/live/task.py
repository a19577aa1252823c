"""What an environment's task says to the run: its gold, its digest, the pins."""

from typing import Any

from evalrata.instrument import current
from evalrata.instrument.faults import FAULTS
from evalrata.integrations.tau.live.pins import digest_of_task, pins
from evalrata.integrations.tau.live.trace import trace_of
from evalrata.integrations.tau.tools import requires_write
from evalrata.schemas.records import Action, Gold

__all__ = ["tell_task"]

RESPOND = "respond"


def tell_task(env: Any, *, replays: bool) -> None:
    """Tell the current episode of this environment's task, once.

    ``replays``: whether the grader replays the gold into the agent's list.
    """
    scope, trace = current(), trace_of(env)
    if scope is None or scope.episode is None or scope.episode.id == trace.episode:
        return
    trace.episode = scope.episode.id
    try:
        _tell(env, scope.run, scope.episode, replays=replays)
    except Exception as error:  # noqa: BLE001 - a fork's task may be anything
        FAULTS.add("reading a task of tau-bench", error)


def _tell(env: Any, run: Any, episode: Any, *, replays: bool) -> None:
    task = getattr(env, "task", None)
    episode.expects(_gold(env, task, replays=replays), digest=digest_of_task(task))
    for instrument in pins(env):
        run.pin(instrument)


def _gold(env: Any, task: Any, *, replays: bool) -> Gold | None:
    steps = getattr(task, "actions", None)
    if steps is None:
        return None
    actions = tuple(_action(step) for step in steps)
    return Gold(
        actions=actions,
        terminators=tuple(getattr(env, "terminate_tools", ())),
        replayed=replays,
        requires_write=requires_write(a.name for a in actions if a.kind == "tool"),
    )


def _action(step: Any) -> Action:
    kind: Any = "reply" if step.name == RESPOND else "tool"
    return Action(name=step.name, arguments=step.kwargs, kind=kind)
