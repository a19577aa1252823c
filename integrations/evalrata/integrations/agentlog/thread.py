"""One conversation with a model, request after request."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from evalrata.integrations.agentlog.turns import Turn, events

__all__ = ["PROTOCOL", "Thread", "acts"]

PROTOCOL = re.compile(
    r"""```|<code>|<tool_call|<function|\[TOOL_CALLS\]|^\s*Action\s*:|"name"\s*:""",
    re.MULTILINE,
)
"""Marks of text that is not plain words: it makes calls, or may make them, in a way
that is not a tool call of the interface (code fences, ReAct, JSON in text)."""


def acts(turn: Turn) -> bool:
    """Say whether an output does more, or may do more, than reply."""
    return bool(turn.calls or PROTOCOL.search(turn.text))


class Thread:
    """A conversation: the latest request's messages, and what every output did.

    Each request of a conversation repeats the earlier ones, so only the latest
    messages are kept.
    """

    def __init__(self, messages: Sequence[msgspec.Raw]) -> None:
        """Start with the first request."""
        self.opening = len(messages)
        """Messages that were there before this conversation's first output."""
        self.steps: list[int] = []
        """Number of each output among all of the log's."""
        self.acting: list[bool] = []
        self.output: Turn | None = None
        self.whole = True
        """False once an output that acted is not in the next request's history."""
        self._keep(messages)

    def _keep(self, messages: Sequence[msgspec.Raw]) -> None:
        # Copies: a raw value keeps the whole buffer that it points into.
        self.messages = [bytes(message) for message in messages]

    def add(
        self, step: int, messages: Sequence[msgspec.Raw], output: Turn | None
    ) -> None:
        """Add a request and what came back (``None``: nothing that can be read)."""
        if self.steps and len(messages) == len(self.messages):
            # Asked again: the earlier output is in no history, so what it did is open.
            self.whole = self.whole and not self.acting.pop()
            self.steps.pop()
        self._keep(messages)
        self.steps.append(step)
        self.acting.append(output is not None and acts(output))
        self.output = output

    @classmethod
    def of_history(cls, messages: Sequence[msgspec.Raw]) -> "Thread":
        """Make a conversation of its whole history, the last output included."""
        found = [events([_decoded(bytes(message))]) for message in messages]
        flags = [acts(e) for es in found for e in es if isinstance(e, Turn)]
        last = found[-1][0] if found[-1] else None
        thread = cls(messages)
        if isinstance(last, Turn):
            thread.output = last
            thread.messages.pop()
        else:
            flags.append(False)
        says = [any(isinstance(e, Turn) for e in es) for es in found]
        thread.opening = says.index(True) if True in says else len(messages)
        thread.acting = flags
        thread.steps = list(range(len(flags)))
        return thread

    def decoded(self) -> list[Any]:
        """Return the latest request's messages, parsed."""
        return [_decoded(message) for message in self.messages]


def _decoded(message: bytes) -> Any:
    try:
        return msgspec.json.decode(message)
    except (msgspec.DecodeError, RecursionError):
        return None
