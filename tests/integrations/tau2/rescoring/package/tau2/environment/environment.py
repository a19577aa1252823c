"""A lamp shop: the agent stocks shelves, the user presses buttons."""

import json
from typing import Any

from tau2.data_model.simulation import Call, Message
from tau2.release import KIND

WRITES = {"stock", "press", "sell"}
READS = {"count"}


class Kit:
    def __init__(self, state: dict[str, int], names: set[str]) -> None:
        self.state, self.names = state, names

    def has_tool(self, name: str) -> bool:
        return name in self.names

    def tool_type(self, name: str) -> Any:
        return type("Kind", (), {"value": "write" if name in WRITES else "read"})

    def use(self, name: str, arguments: dict[str, Any]) -> str:
        if name not in self.names:
            raise KeyError(f"no tool {name}")
        what = arguments["what"]
        if name in WRITES:
            self.state[what] = self.state.get(what, 0) + 1
        return json.dumps({what: self.state.get(what, 0)})


if KIND != "old":
    Kit.tool_mutates_state = lambda self, name: name in WRITES  # type: ignore[attr-defined]


class Environment:
    def __init__(self, solo_mode: Any = False) -> None:  # noqa: FBT002 - the benchmark's signature
        self.solo_mode = solo_mode
        self.state: dict[str, int] = {}
        self.tools = Kit(self.state, {"stock", "sell", "count"})
        self.user_tools = Kit(self.state, {"press"})

    def get_response(self, message: Call) -> Message:
        kit = self.user_tools if message.requestor == "user" else self.tools
        if self.solo_mode and self.user_tools.has_tool(message.name):
            kit = self.user_tools
        try:
            said, error = kit.use(message.name, message.arguments), False
        except (KeyError, TypeError) as raised:
            said, error = f"Error: {raised}", True
        return Message("tool", said, None, message.id, error)

    def set_state(
        self,
        initialization_data: Any,
        initialization_actions: Any,
        message_history: list[Message],
        strict: Any = True,  # noqa: FBT002 - the benchmark's signature
    ) -> None:
        queue = list(message_history)
        while queue:
            message = queue.pop(0)
            if message.role == "tool":
                raise ValueError("a tool message without a call")
            for call in message.tool_calls or ():
                self.replay(call, queue.pop(0), strict)

    def replay(self, call: Call, recorded: Message, strict: Any) -> None:
        known = self.tools.has_tool(call.name) or self.user_tools.has_tool(call.name)
        if KIND != "old":
            if not known and KIND == "raises":
                raise ValueError(f"Unknown tool '{call.name}' encountered")
            if call.name not in WRITES:
                return
        made = self.get_response(call)
        other = parsed(made.content) != parsed(recorded.content)
        if other and (strict or KIND != "lenient"):
            raise ValueError(f"{call.name}: another result")


def parsed(text: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
