"""Which gold calls of a tau2-bench task write, and which of them a record has."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside.tau2_watching import pairs_in
else:
    from tau2_watching import pairs_in

__all__ = ["Tools", "calls_of", "needs_write", "writes_among"]

ON_STATE = ("DB", "ENV_ASSERTION", "ACTION")
"""Parts of a reward that a state or a call decides."""

CUT = 200


class Tools:
    """The tools of a domain, by whether they change its state."""

    def __init__(self, environment: Any) -> None:
        """Look at the tool kits of an environment; ``None``: it could not be built."""
        kits = (
            () if environment is None else (environment.tools, environment.user_tools)
        )
        self._kits = [kit for kit in kits if kit is not None]

    def writes(self, name: str) -> bool | None:
        """Say whether a tool changes the state; ``None``: no kit knows it."""
        for kit in self._kits:
            if kit.has_tool(name):
                asked = getattr(kit, "tool_mutates_state", None)
                if asked is not None:
                    return bool(asked(name))
                return str(getattr(kit.tool_type(name), "value", "")) == "write"
        return None


def needs_write(task: Any, tools: Tools) -> bool | None:
    """Say whether the task's gold changes the state; ``None``: not known.

    Assertions on the environment may need a change that no gold call names.
    """
    criteria = task.evaluation_criteria
    if criteria is None:
        return None
    basis = {getattr(part, "value", part) for part in criteria.reward_basis}
    if basis.isdisjoint(ON_STATE):
        return False
    found = {tools.writes(action.name) for action in criteria.actions or ()}
    if True in found:
        return True
    return None if None in found or criteria.env_assertions else False


def writes_among(task: Any, simulation: Any, tools: Tools) -> list[str]:
    """Return the required writes that the record's own calls have made."""
    criteria = task.evaluation_criteria
    gold = [] if criteria is None else criteria.actions or []
    own = [call for call, result in calls_of(simulation) if not result.error]
    return [
        _shown(action, call)
        for action in gold
        if tools.writes(action.name)
        if (call := next((c for c in own if _is(action, c)), None)) is not None
    ]


def calls_of(simulation: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a record's calls with their results, of the agent and of the user."""
    for call, result, _ in pairs_in(list(simulation.messages or ())):
        yield call, result
    for tick in getattr(simulation, "ticks", None) or ():
        for who in ("user", "agent"):
            calls = getattr(tick, f"{who}_tool_calls", None) or ()
            results = getattr(tick, f"{who}_tool_results", None) or ()
            yield from zip(calls, results)  # noqa: B905 - what has no result is left out


def _is(action: Any, call: Any) -> bool:
    """Compare name and arguments, of which a task may name those that count."""
    if action.name != call.name:
        return False
    named = getattr(action, "compare_args", None)
    if named is None:
        return bool(action.arguments == call.arguments)
    return all(action.arguments.get(n) == call.arguments.get(n) for n in named)


def _shown(action: Any, call: Any) -> str:
    arguments = json.dumps(action.arguments, default=str, ensure_ascii=False)
    whose = " by the user" if call.requestor == "user" else ""
    return f"{action.name}({arguments[:CUT]}){whose}"
