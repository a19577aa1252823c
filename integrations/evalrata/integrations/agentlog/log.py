"""The log of one episode's model requests, and the agent's own calls in it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from evalrata.integrations.agentlog.conversations import Conversations
from evalrata.integrations.agentlog.executed import Executed, executed
from evalrata.integrations.agentlog.thread import Thread
from evalrata.integrations.agentlog.turns import output_turn
from evalrata.schemas.records import Action, OwnCall, OwnCalls

__all__ = ["AgentLog"]


class _Request(NamedTuple):
    response: str | None
    messages: tuple[int, int]
    """How many, and the hash of the last."""


class AgentLog:
    """Takes an episode's requests one by one, in order of time.

    It keeps the messages of the latest request of each conversation, and nothing
    else of a request.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._threads = Conversations()
        self._spans: dict[str, _Request] = {}
        self._responses: dict[str, _Request] = {}
        self._bare: list[str | None] = []
        self._steps = 0
        self._whole = True
        self._latest: float | None = None

    def add(  # noqa: PLR0913 - the parts of a span that say what it was
        self,
        messages: Sequence[msgspec.Raw],
        output: Any,
        *,
        span: str,
        parent: str | None = None,
        response: str | None = None,
        started: float | None = None,
    ) -> None:
        """Add a span of a model request.

        ``messages`` are the request's, ``output`` the parsed response.  A span that
        repeats one already added (one library calling another) is left out: it has
        the same response id or, where one of them has none, it is a child of the
        other with the same messages.
        """
        if not messages:
            self._bare.append(response)
            return
        request = _Request(response, (len(messages), hash(bytes(messages[-1]))))
        repeats = self._repeats(request, self._spans.get(parent or ""))
        self._spans[span] = request
        if repeats:
            return
        if started is not None:
            if self._latest is not None and started < self._latest:
                self._whole = False
            self._latest = started
        self._threads.take(messages).add(self._steps, messages, output_turn(output))
        self._steps += 1

    def _repeats(self, request: "_Request", outer: "_Request | None") -> bool:
        if request.response is not None:
            first = self._responses.setdefault(request.response, request)
            if first is not request:
                # An id that stands for two different requests says nothing.
                is_same = outer is not None or first.messages == request.messages
                self._whole = self._whole and is_same
                return True
        if outer is None or None not in (outer.response, request.response):
            return False
        return outer.messages == request.messages

    def add_history(
        self, messages: Sequence[msgspec.Raw], *, outputs: int | None
    ) -> None:
        """Add a conversation of which only the whole history was kept.

        ``outputs``: how many responses the log counts.  Other than the history has,
        there were other conversations, or one was logged twice: not known which.
        """
        thread = Thread.of_history(messages)
        self._threads.append(thread)
        self._steps += len(thread.steps)
        turns = len(thread.steps) - (thread.output is None)
        self._whole = self._whole and outputs == turns

    def own_calls(self, recorded: Iterable[Action]) -> OwnCalls | None:
        """Return what the agent executed; ``None`` if nothing was added.

        The log of an episode can hold other conversations: the user simulator's, a
        planner's.  One that acts is the agent's; one that only replies is so if one
        of its texts is among the ``recorded`` replies.  The result is not
        ``complete`` where no conversation is the agent's, or where several act: what
        an abandoned attempt did is not in the record.
        """
        if not self._steps and not self._bare:
            return None
        replies = {_content(a) for a in recorded if a.kind == "reply"}
        all_ = [executed(thread) for thread in self._threads]
        mine = [e for e in all_ if e.acting or not e.replies.isdisjoint(replies)]
        complete = (
            self._whole
            and all(response in self._responses for response in self._bare)
            and bool(mine)
            and sum(e.acting for e in mine) <= 1
            and all(e.whole for e in mine)
        )
        return _merged(mine, self._steps, complete=complete)


def _content(action: Action) -> object:
    arguments = action.arguments
    content = arguments.get("content") if isinstance(arguments, dict) else None
    return content if isinstance(content, str) else None


def _merged(parts: Sequence[Executed], steps: int, *, complete: bool) -> OwnCalls:
    calls: list[OwnCall] = sorted(
        (call for part in parts for call in part.calls), key=lambda call: call.step
    )
    unparsed = sorted({step for part in parts for step in part.unparsed})
    return OwnCalls(
        calls=tuple(calls), steps=steps, unparsed=tuple(unparsed), complete=complete
    )
