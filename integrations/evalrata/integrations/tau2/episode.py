"""A tau2-bench simulation as an episode."""

from collections import Counter
from typing import Any

from msgspec import UNSET

from evalrata.integrations.tau.digest import digest_of_content
from evalrata.integrations.tau2.actions import (
    ACTORS,
    action,
    actions_pointer,
    tool_calls,
)
from evalrata.integrations.tau2.calls import model_of, usage_of
from evalrata.integrations.tau2.grade import grade, termination
from evalrata.integrations.tau2.shapes import RewardInfo, Simulation
from evalrata.schemas.records import Actor, Episode, Usage
from evalrata.schemas.tokens import add

__all__ = ["episode", "task_of"]

KEYS = ("task_id", "trial", "termination_reason")
"""Fields that some published files leave out of every simulation."""


def task_of(simulation: Simulation, pointer: str) -> str:
    """Return the task's id; without one, the simulation's id, else its place.

    An episode's note ``missing`` then says that ``task_id`` is not recorded.
    """
    if simulation.task_id is not None:
        return str(simulation.task_id)
    return simulation.id or pointer


def episode(simulation: Simulation, pointer: str) -> Episode:
    """Return the simulation at ``pointer``, without what only its task knows."""
    made = list(tool_calls(simulation))
    place = actions_pointer(simulation)
    return Episode(
        task=task_of(simulation, pointer),
        trial=simulation.trial,
        id=simulation.id,
        pointer=pointer,
        grade=grade(simulation, pointer),
        termination=termination(simulation, pointer),
        actions=None if place is None else tuple(map(action, made)),
        actions_pointer=None if place is None else pointer + place,
        cost=_cost(simulation),
        usage=_usage(simulation),
        models=_models(simulation),
        tool_call_ids=tuple(m.call.id for m in made if m.call.id),
        turns=_turns(simulation),
        notes=_notes(simulation),
    )


def _cost(simulation: Simulation) -> dict[Actor, float | None] | None:
    """``agent_cost`` is the sum of the agent's messages: they are not added to it.

    A null is kept: tau2-bench writes one where a message has no price.
    """
    cost: dict[Actor, float | None] = {}
    if simulation.agent_cost is not UNSET:
        cost["agent"] = simulation.agent_cost
    if simulation.user_cost is not UNSET:
        cost["user_simulator"] = simulation.user_cost
    return cost or None


def _usage(simulation: Simulation) -> dict[Actor, Usage] | None:
    found: dict[Actor, list[Usage]] = {}
    for message in simulation.messages or ():
        usage = usage_of(message)
        if usage is not None and message.role in ACTORS:
            found.setdefault(ACTORS[message.role], []).append(usage)
    return {actor: add(usages) for actor, usages in found.items()} or None


def _models(simulation: Simulation) -> dict[str, int] | None:
    agent = (m for m in simulation.messages or () if m.role == "assistant")
    count = Counter(model for m in agent if (model := model_of(m)) is not None)
    return dict(count) or None


def _turns(simulation: Simulation) -> int | None:
    if simulation.messages is None:
        return None
    return sum(message.role == "assistant" for message in simulation.messages)


def _notes(simulation: Simulation) -> dict[str, Any] | None:
    notes: dict[str, Any] = {}
    missing = [key for key in KEYS if getattr(simulation, key) is None]
    if missing:
        notes["missing"] = missing
    if simulation.messages:
        notes["digest"] = digest_of_content(
            simulation.task_id, _reward(simulation), simulation.messages
        )
    return notes or None


def _reward(simulation: Simulation) -> float | None:
    left = simulation.reward_info
    return left.reward if isinstance(left, RewardInfo) else None
