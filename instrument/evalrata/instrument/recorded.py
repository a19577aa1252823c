"""The actions of one episode: those that were told, and the spans of executed tools."""

from collections.abc import Iterator
from operator import itemgetter

from evalrata.instrument.told import Ran
from evalrata.schemas.records import Action
from evalrata.schemas.spans.once import ToolsOnce

__all__ = ["RecordedActions"]

Timed = tuple[float, Action]


class RecordedActions:
    """Keeps both, and decides which of them are the episode's list."""

    def __init__(self) -> None:
        """Start with none."""
        self._acts: list[Timed] = []
        self._tools: ToolsOnce[Timed] = ToolsOnce()
        self._told_tools = False

    def act(self, action: Action, at: float) -> None:
        """Take an action that the harness records, at a Unix time."""
        self._acts.append((at, action))
        self._told_tools = self._told_tools or action.kind == "tool"

    def tool(self, ran: Ran, at: float) -> None:
        """Take the span of an executed tool, which ended at a Unix time."""
        self._tools.add(ran.key, ran.parent, ran.action.name, (at, ran.action))

    def __bool__(self) -> bool:
        """Say whether there are any."""
        return bool(self._acts or self._tools)

    def __iter__(self) -> Iterator[Action]:
        """Yield the actions in order.

        A harness that records tool calls itself records all of them: the spans of
        executed tools are then left out.  Replies it records are beside the spans.
        """
        timed = list(self._acts)
        if not self._told_tools:
            timed = sorted([*timed, *self._tools.spans()], key=itemgetter(0))
        return (action for _, action in timed)

    @property
    def left_out(self) -> int:
        """How many spans of executed tools are not among them."""
        return len(self._tools) if self._told_tools else 0
