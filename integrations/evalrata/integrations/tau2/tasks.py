"""What the embedded tasks say about the episodes."""

from typing import Any

import msgspec
from msgspec import Struct

from evalrata.integrations.tau.digest import digest_of, digest_of_actions
from evalrata.integrations.tau.tools import requires_write
from evalrata.integrations.tau2.actions import ACTORS
from evalrata.integrations.tau2.shapes import Criteria, GoldAction, Task
from evalrata.schemas.records import Action, Episode, Gold

__all__ = ["Known", "known", "with_task"]


class Known(Struct, frozen=True, kw_only=True):
    """What one task says."""

    gold: Gold | None
    digest: str | None
    instruction: str | None


def known(task: Task, pointer: str) -> Known:
    """Read the task at ``pointer``.

    Raises ``msgspec.ValidationError`` if its criteria are not what the format has.
    """
    criteria = task.evaluation_criteria
    return Known(
        gold=_gold(criteria, f"{pointer}/evaluation_criteria"),
        digest=None if criteria is None else digest_of(criteria),
        instruction=_instruction(task),
    )


def with_task(episode: Episode, task: Known | None) -> Episode:
    """Add to an episode what its task says."""
    if task is None:
        return episode
    notes = dict(episode.notes or {})
    if task.instruction:
        notes["instruction"] = task.instruction
    return msgspec.structs.replace(
        episode, gold=task.gold, task_digest=task.digest, notes=notes or None
    )


def _gold(value: Any, pointer: str) -> Gold | None:
    """Return the expected actions.  The evaluator keeps its replay of them apart.

    ``actions: null`` and an empty list are the same to the evaluator: the expected
    database is the initial one.
    """
    if value is None:
        return None
    criteria = msgspec.convert(value, Criteria)
    return Gold(
        actions=tuple(map(_action, criteria.actions or ())),
        replayed=False,
        requires_write=_requires_write(criteria),
        digest=digest_of_actions((a.name, a.arguments) for a in criteria.actions or ()),
        pointer=f"{pointer}/actions",
    )


def _action(gold: GoldAction) -> Action:
    actor = ACTORS.get(gold.requestor or "assistant", "unknown")
    return Action(name=gold.name, arguments=gold.arguments, actor=actor)


def _requires_write(criteria: Criteria) -> bool | None:
    """Say it of the actions; assertions may need a change that no action names."""
    found = requires_write(action.name for action in criteria.actions or ())
    return None if criteria.env_assertions and found is False else found


def _instruction(task: Task) -> str | None:
    """Return the text that the user simulator is told to follow."""
    said = None if task.user_scenario is None else task.user_scenario.instructions
    if isinstance(said, dict):
        said = said.get("task_instructions")
    return said if isinstance(said, str) else None
