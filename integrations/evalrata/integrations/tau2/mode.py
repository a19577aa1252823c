"""Whether a run was made without a user, and whether a re-score would see that.

Without a user ("solo") the agent holds the user's tools too.  A live run knows it from
the registry; ``tau2 evaluate-trajs`` from two names in the header alone, and replays
every other file in a world where the user's tools are not the agent's.

Source: sierra-research/tau2-bench at v1.0.1, ``scripts/evaluate_trajectories.py`` 20-26
(v1.0.0: 19-25), ``environment/environment.py`` 371-409.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from evalrata.integrations.tau2.shapes import Header, Simulation
from evalrata.integrations.tau2.tasks import Known

__all__ = ["Answered", "mode"]

SOLO_AGENTS = ("llm_agent_solo",)
SOLO_USER = "dummy_user"
AGENT_AT = "/info/agent_info/implementation"
USER_AT = "/info/user_info/implementation"

_SHOWN = 5
"""Places that are kept of the calls of one tool."""


class Answered:
    """The agent's calls that a tool answered without an error, by the tool's name."""

    def __init__(self) -> None:
        """Start with none."""
        self.places: dict[str, list[str]] = {}
        self.counts: dict[str, int] = {}

    def add(self, simulation: Simulation, pointer: str) -> None:
        """Count those of the simulation at ``pointer``."""
        messages = simulation.messages or ()
        answers = {
            m.id
            for m in messages
            if m.role == "tool" and isinstance(m.id, str) and m.error is False
        }
        for i, message in enumerate(messages):
            for j, call in enumerate(message.tool_calls or ()):
                made_by = call.requestor or message.role
                if made_by == "assistant" and call.id in answers:
                    self._count(call.name, f"{pointer}/messages/{i}/tool_calls/{j}")

    def _count(self, name: str, place: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1
        places = self.places.setdefault(name, [])
        if len(places) < _SHOWN:
            places.append(place)


def mode(
    header: Header | None, tasks: Iterable[Known], answered: Answered
) -> dict[str, Any] | None:
    """Return the note on the run's mode; ``None`` if the header names no agent.

    A tool is the user's if the tasks expect it of the user and never of the agent.
    """
    agent = header.agent_info.implementation if header and header.agent_info else None
    user = header.user_info.implementation if header and header.user_info else None
    if agent is None and user is None:
        return None
    theirs = _users_tools(tasks)
    made = {name: n for name, n in sorted(answered.counts.items()) if name in theirs}
    places = [place for name in made for place in answered.places[name]]
    return {
        "alone": user == SOLO_USER,
        "taken": user == SOLO_USER and agent in SOLO_AGENTS,
        "agent": agent,
        "agents": list(SOLO_AGENTS),
        "user": user,
        "user_calls": sum(made.values()),
        "pointers": [AGENT_AT, USER_AT, *places[:_SHOWN]],
    }


def _users_tools(tasks: Iterable[Known]) -> set[str]:
    names: dict[str, set[str]] = {"agent": set(), "user_simulator": set()}
    for actor, name in _expected(tasks):
        names.setdefault(actor, set()).add(name)
    return names["user_simulator"] - names["agent"]


def _expected(tasks: Iterable[Known]) -> Iterator[tuple[str, str]]:
    for task in tasks:
        for action in task.gold.actions if task.gold else ():
            yield action.actor, action.name
