"""Messages of a model's request, brought to one form.

Read are the shapes of three interfaces: Chat Completions (``role``, ``content``,
``tool_calls``; answers have ``role: tool``), Anthropic's Messages (``content`` blocks
``tool_use`` and ``tool_result``) and OpenAI's Responses (items ``message``,
``function_call``, ``function_call_output``).
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

__all__ = ["Event", "Heard", "ToolCall", "Turn", "events", "output_turn"]


class ToolCall(Struct, frozen=True):
    """A tool call as the model wrote it."""

    id: str
    """``""`` where none is recorded."""
    name: str
    arguments: Any


class Turn(Struct, frozen=True):
    """What the model wrote in one output."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


class Heard(Struct, frozen=True):
    """What the model was told: instructions, the user's words, a tool's answer."""

    text: str = ""
    answered: tuple[str, ...] = ()
    """Ids of the tool calls that this answers."""


Event = Turn | Heard


def events(messages: Sequence[Any]) -> list[Event]:
    """Return a request's messages in order; items of one output become one turn."""
    found: list[Event] = []
    open_items = False
    for message in messages:
        if isinstance(message, dict) and message.get("type") == "reasoning":
            continue
        event, is_item = _event(message)
        last = found[-1] if found else None
        if (
            is_item
            and open_items
            and isinstance(event, Turn)
            and isinstance(last, Turn)
        ):
            found[-1] = Turn(last.text + event.text, last.calls + event.calls)
        else:
            found.append(event)
        open_items = is_item and isinstance(event, Turn)
    return found


def output_turn(output: Any) -> Turn | None:
    """Return the turn that a response holds; ``None`` if it holds none.

    Of several choices only the first is looked at: it is the one that agents use.
    """
    if not isinstance(output, dict):
        return None
    choices, content, items = (output.get(k) for k in ("choices", "content", "output"))
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        message = choices[0].get("message")
        return _turn(message) if isinstance(message, dict) else None
    if isinstance(content, list):
        return _turn(output)
    if isinstance(items, list):
        turns = [event for event in events(items) if isinstance(event, Turn)]
        return turns[0] if len(turns) == 1 else None
    return None


def _event(message: Any) -> tuple[Event, bool]:
    """Return a message's event, and whether it is an item of the Responses API."""
    if not isinstance(message, dict):
        return Heard(message if isinstance(message, str) else ""), False
    kind = message.get("type")
    if kind == "function_call":
        return Turn(calls=(_call(message.get("call_id"), message),)), True
    if kind == "function_call_output":
        return Heard(
            _text(message.get("output")), (_name(message.get("call_id")),)
        ), True
    if message.get("role") == "assistant":
        return _turn(message), kind == "message"
    answered = tuple(_answered(message))
    return Heard(_text(message.get("content")), answered), False


def _turn(message: dict[str, Any]) -> Turn:
    calls = [
        _call(call.get("id"), call.get("function"))
        for call in _dicts(message.get("tool_calls"))
    ]
    calls += [
        _call(block.get("id"), block)
        for block in _dicts(message.get("content"))
        if block.get("type") == "tool_use"
    ]
    legacy = message.get("function_call")
    if isinstance(legacy, dict):
        calls.append(_call(legacy.get("name"), legacy))
    return Turn(_text(message.get("content")), tuple(calls))


def _answered(message: dict[str, Any]) -> Iterator[str]:
    if message.get("role") == "tool":
        yield _name(message.get("tool_call_id"))
    elif message.get("role") == "function":
        yield _name(message.get("name"))
    for block in _dicts(message.get("content")):
        if block.get("type") == "tool_result":
            yield _name(block.get("tool_use_id"))


def _call(identity: Any, function: Any) -> ToolCall:
    if not isinstance(function, dict):
        return ToolCall(_name(identity), "", None)
    arguments = function.get("arguments", function.get("input"))
    return ToolCall(_name(identity), _name(function.get("name")), _parsed(arguments))


def _parsed(arguments: Any) -> Any:
    """Parse JSON text; text that is not JSON stays text."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return msgspec.json.decode(arguments)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return json.loads(arguments)  # NaN, which Python writes and msgspec refuses
    except (ValueError, RecursionError):
        return arguments


def _text(content: Any) -> str:
    """Return the text of a message, of its text blocks if it has blocks."""
    if isinstance(content, str):
        return content
    texts = (block.get("text") for block in _dicts(content))
    return "".join(text for text in texts if isinstance(text, str))


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _name(value: Any) -> str:
    return value if isinstance(value, str) else ""
