"""The actions of a tau-bench trajectory, with what the environment answered.

An assistant message is one action (sierra-research/tau-bench at 59a200c): a tool call,
of which only the first was made (``agents/tool_calling_agent.py``, ``agents/
few_shot_agent.py``), or else a message to the user.  The ``act`` and ``react`` agents
(``agents/chat_react_agent.py``) write the action as JSON after ``Action:``, and the
environment's answer comes back from the user after ``API output:``.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from evalrata.integrations.tau.arguments import parsed
from evalrata.integrations.tau.rescoring.jobs import Step
from evalrata.integrations.tau.shapes import Message, ToolCall

__all__ = ["REPLY", "are_written", "steps_of", "text_of"]

REPLY = "respond"
"""The action that is a message to the user (``RESPOND_ACTION_NAME``)."""

MARK = "Action:"
OUTPUT = "API output: "


def are_written(messages: Sequence[Message]) -> bool | None:
    """Say whether actions are written in the text; ``None``: nothing shows it."""
    assistant = [m for m in messages if m.role == "assistant"]
    if any(m.tool_calls for m in assistant):
        return False
    return True if any(_spelled(text_of(m.content)) for m in assistant) else None


def text_of(content: Any) -> Any:
    """Return what a message says: of parts that are all text, their text.

    Clients write ``[{"type": "text", "text": ...}]`` for the same message.
    """
    if not isinstance(content, list) or not content:
        return content
    texts = [_part(part) for part in content]
    return "".join(t for t in texts if t) if None not in texts else content


def _part(part: Any) -> str | None:
    if not isinstance(part, dict) or part.get("type") != "text":
        return None
    text = part.get("text")
    return text if isinstance(text, str) else None


def steps_of(
    messages: Sequence[Message], pointer: str, *, written: bool
) -> Iterator[Step]:
    """Yield the actions in order; ``pointer`` is of the list of messages."""
    for i, message in enumerate(messages):
        if message.role != "assistant":
            continue
        place = f"{pointer}/{i}"
        answers = list(_answers(messages, i + 1))
        if written:
            yield _written(text_of(message.content), answers, place)
        elif message.tool_calls:
            yield from _called(message.tool_calls, answers, place)
        else:
            yield _said(text_of(message.content), answers, place)


def _answers(messages: Sequence[Message], start: int) -> Iterator[Message]:
    for message in messages[start:]:
        if message.role == "assistant":
            return
        yield message


def _said(content: Any, answers: Sequence[Message], place: str) -> Step:
    replies = [text_of(m.content) for m in answers if m.role == "user"]
    return Step(
        name=REPLY,
        arguments={"content": content},
        recorded=replies[0] if replies else None,
        pointer=place,
    )


def _called(
    calls: Sequence[ToolCall], answers: Sequence[Message], place: str
) -> Iterator[Step]:
    """Yield the calls that were answered, and the first in any case."""
    results = [text_of(m.content) for m in answers if m.role == "tool"]
    for i, call in enumerate(calls[: max(1, len(results))]):
        function = call.function
        yield Step(
            name="" if function is None else function.name,
            arguments=None if function is None else parsed(function.arguments),
            recorded=results[i] if i < len(results) else None,
            pointer=f"{place}/tool_calls/{i}",
        )


def _written(content: Any, answers: Sequence[Message], place: str) -> Step:
    found = _spelled(content)
    if found is None:  # the agent sends what is no JSON to the user
        text = content.split(MARK)[-1].strip() if isinstance(content, str) else content
        return _said(text, answers, place)
    reply = _said(None, answers, place).recorded
    if found["name"] != REPLY and isinstance(reply, str):
        reply = reply[len(OUTPUT) :] if reply.startswith(OUTPUT) else None
    return Step(
        name=found["name"],
        arguments=found["arguments"],
        recorded=reply,
        pointer=place,
    )


def _spelled(content: Any) -> dict[str, Any] | None:
    if not isinstance(content, str):
        return None
    try:
        value = json.loads(content.split(MARK)[-1].strip())
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or "arguments" not in value:
        return None
    return value if isinstance(value.get("name"), str) else None
