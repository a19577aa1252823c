"""Tool calls of a simulation, and who made them."""

from collections.abc import Iterator
from typing import NamedTuple

from evalrata.integrations.tau.arguments import parsed
from evalrata.integrations.tau2.shapes import Simulation, ToolCall
from evalrata.schemas.records import Action, Actor

__all__ = ["ACTORS", "action", "actions_pointer", "tool_calls"]

ACTORS: dict[str, Actor] = {"assistant": "agent", "user": "user_simulator"}
"""Who a role or a requestor stands for."""


class Made(NamedTuple):
    """A tool call with the role that it was found under."""

    call: ToolCall
    role: str | None


def tool_calls(simulation: Simulation) -> Iterator[Made]:
    """Yield tool calls in order: of messages, or else of a voice run's ticks."""
    if simulation.messages is not None:
        for message in simulation.messages:
            for call in message.tool_calls or ():
                yield Made(call, message.role)
        return
    for tick in simulation.ticks or ():
        for call in tick.agent_tool_calls or ():
            yield Made(call, "assistant")
        for call in tick.user_tool_calls or ():
            yield Made(call, "user")


def actions_pointer(simulation: Simulation) -> str | None:
    """Return where the calls are, below the record; ``None``: they are not there."""
    if simulation.messages is not None:
        return "/messages"
    ticks = simulation.ticks or ()
    # Ticks that were stripped of their calls show nothing, not "no call".
    recorded = any(t.agent_tool_calls is not None for t in ticks)
    return "/ticks" if recorded else None


def action(made: Made) -> Action:
    """Return a tool call as an action.  The call's own tag wins over the role."""
    actor = ACTORS.get(made.call.requestor or made.role or "", "unknown")
    return Action(
        name=made.call.name,
        arguments=parsed(made.call.arguments),
        actor=actor,
        known=None if actor == "unknown" else "declared",
    )
