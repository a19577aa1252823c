"""A tau-bench results record as an episode."""

from collections.abc import Iterator
from typing import Any

from evalrata.integrations.tau.arguments import parsed
from evalrata.integrations.tau.digest import digest_of, digest_of_content
from evalrata.integrations.tau.grade import crashed, grade, named, termination
from evalrata.integrations.tau.shapes import GoldAction, Info, Record, ToolCall
from evalrata.integrations.tau.tools import requires_write
from evalrata.schemas.records import Action, Actor, Episode, Gold

__all__ = ["episode"]

TERMINATORS = ("transfer_to_human_agents",)
"""Gold actions that the grader's replay leaves out (``terminate_tools``)."""


def episode(record: Record, pointer: str) -> Episode:
    """Return the record at ``pointer`` as an episode.

    Tool calls are read from messages of role ``assistant``, so the record itself
    declares that the agent made them.
    """
    calls = list(_tool_calls(record))
    info = record.info or Info()
    return Episode(
        task=pointer if record.task_id is None else str(record.task_id),
        trial=record.trial,
        pointer=pointer,
        grade=grade(record, pointer),
        termination=termination(record, pointer),
        actions=None if record.traj is None else tuple(map(_action, calls)),
        actions_pointer=f"{pointer}/traj",
        gold=_gold(info, pointer),
        task_digest=_task_digest(info),
        cost=_cost(info),
        tool_call_ids=tuple(c.id for c in calls if c.id is not None),
        turns=_turns(record),
        notes=_notes(record, info),
    )


def _tool_calls(record: Record) -> Iterator[ToolCall]:
    for message in record.traj or ():
        if message.role == "assistant":
            yield from message.tool_calls or ()


def _action(call: ToolCall) -> Action:
    function = call.function
    return Action(
        name="" if function is None else function.name,
        arguments=None if function is None else parsed(function.arguments),
        actor="agent",
        known="declared",
    )


def _turns(record: Record) -> int | None:
    if record.traj is None or (record.info and crashed(record.info)):
        return None  # a crash empties the list of messages
    return sum(message.role == "assistant" for message in record.traj)


def _gold(info: Info, pointer: str) -> Gold | None:
    """Gold is what the task expects; the grader's copy of it where there is no task.

    The environment's grader replays gold through the interface that records the
    agent's actions, but this format stores messages, which the replay never
    reaches: ``replayed`` is false here.
    """
    if info.task is not None and info.task.actions is not None:
        actions, place = info.task.actions, "/info/task/actions"
    elif info.reward_info and info.reward_info.actions is not None:
        actions, place = info.reward_info.actions, "/info/reward_info/actions"
    else:
        return None
    return Gold(
        actions=tuple(Action(name=a.name, arguments=a.kwargs) for a in actions),
        terminators=TERMINATORS,
        replayed=False,
        requires_write=requires_write(a.name for a in actions),
        digest=named(actions),
        pointer=pointer + place,
    )


def _task_digest(info: Info) -> str | None:
    """Digest what grading compares with: the gold actions and the outputs."""
    if info.task is None or info.task.actions is None:
        return None
    actions = [_plain(action) for action in info.task.actions]
    return digest_of({"actions": actions, "outputs": info.task.outputs})


def _plain(action: GoldAction) -> dict[str, Any]:
    return {"name": action.name, "kwargs": action.kwargs}


def _cost(info: Info) -> dict[Actor, float | None] | None:
    """Only a fraction is dollars; forks store a count of tokens in the same field."""
    cost = info.user_cost
    return {"user_simulator": cost} if isinstance(cost, float) else None


def _notes(record: Record, info: Info) -> dict[str, Any] | None:
    notes: dict[str, Any] = {}
    if record.task_id is None:
        notes["missing"] = ["task_id"]
    if info.task is not None and info.task.instruction:
        notes["instruction"] = info.task.instruction
    if record.traj:
        notes["digest"] = digest_of_content(record.task_id, record.reward, record.traj)
    if isinstance(info.user_cost, int):
        notes["user_cost_count"] = info.user_cost
    if info.reward_info and info.reward_info.info:
        notes["gt_data_hash"] = info.reward_info.info.gt_data_hash
    return notes or None
