"""The raw logs of an upload, in both layouts.

Until April 2026 (hal-harness 002a749) ``/raw_logging_results`` is a list of weave
calls.  Since then it is ``{task: {messages, call_metadata, model, call_count}}``:
usage and times of every call, without ids or parents, and the messages of the one
call that had most of them.  From that, root usage cannot be computed, since a call
logged by two libraries stands there twice; the sums are the run's note
``call_metadata``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Raw, Struct, structs, to_builtins

from evalrata.integrations.agentlog import AgentLog
from evalrata.integrations.documents import Each
from evalrata.integrations.hal.prompts import Prompts
from evalrata.integrations.measures import Refused
from evalrata.integrations.weave.calls import call_of, with_parents
from evalrata.integrations.weave.shapes import (
    LoggedInputs,
    LoggedOutput,
    LoggedSpan,
    Span,
)
from evalrata.integrations.weave.usage import usage_of
from evalrata.schemas.records import Action, Call, Episode, OwnCalls, Usage
from evalrata.schemas.tokens import add

__all__ = ["Logs"]

NO_TREE = (
    "this log layout keeps neither span ids nor parents, so calls that were logged "
    "twice cannot be told apart and root usage cannot be computed"
)


class Metadata(Struct):
    """One call, as the newer layout keeps it."""

    usage: Any = None


class TaskLog(Struct):
    """One task's log in the newer layout."""

    messages: list[Raw] | None = None
    call_metadata: list[Metadata] | None = None
    model: Any = None
    call_count: int | None = None


class Logs:
    """Collects what is needed of the logs, entry by entry."""

    def __init__(self, *, with_messages: bool, refused: Refused) -> None:
        """Start empty; ``with_messages``: also read what the agent did.

        Numbers that are no counts and no times go to ``refused``.
        """
        self._refused = refused
        self._with_messages = with_messages
        self._calls: list[Call] = []
        self._agents: dict[str, AgentLog] = {}
        self._sums: dict[str, list[Usage]] = {}
        self._counted = 0
        self._prompts = Prompts()
        self.is_compact = False
        """True once an entry of the newer layout was seen."""

    @property
    def plan(self) -> Each:
        """What to ask a document for."""
        items = LoggedSpan if self._with_messages else Span
        return Each(items=items, values=TaskLog)

    def add(self, part: int | str | None, value: Any, pointer: str) -> None:
        """Take one entry."""
        if isinstance(value, TaskLog):
            self._add_task(str(part), value, pointer)
        elif isinstance(value, (Span, LoggedSpan)):
            call = call_of(value, pointer, self._refused)
            self._calls.append(call)
            if isinstance(value, LoggedSpan) and call.kind == "call":
                self._add_request(call, value)

    def _add_request(self, call: Call, span: LoggedSpan) -> None:
        if call.task is None:
            return
        inputs = span.inputs if isinstance(span.inputs, LoggedInputs) else None
        given = (inputs.messages, inputs.input) if inputs else ()
        messages = next((m for m in given if isinstance(m, list)), [])
        if messages:
            self._prompts.add(
                messages[0], call.task, f"{call.pointer}/inputs/messages/0"
            )
        self._agent(call.task).add(
            messages,
            _response(span.output),
            span=call.id,
            parent=call.parent,
            response=call.response,
            started=call.started,
        )

    def _add_task(self, task: str, log: TaskLog, pointer: str) -> None:
        self.is_compact = True
        model = log.model if isinstance(log.model, str) else ""
        usages = [
            usage_of(
                call.usage, self._refused.count, f"{pointer}/call_metadata/{i}/usage"
            )
            for i, call in enumerate(log.call_metadata or ())
        ]
        self._counted += len(usages)
        known = [usage for usage in usages if usage is not None]
        if known:
            self._sums[model] = [add([*self._sums.get(model, []), *known])]
        if self._with_messages and log.messages:
            self._prompts.add(log.messages[0], task, f"{pointer}/messages/0")
            self._agent(task).add_history(log.messages, outputs=log.call_count)

    def _agent(self, task: str) -> AgentLog:
        return self._agents.setdefault(task, AgentLog())

    def calls(self) -> tuple[Call, ...]:
        """Return the calls of the older layout."""
        return with_parents(self._calls)

    def notes(self) -> dict[str, Any]:
        """Return the prompts, and the sums of the newer layout by model."""
        notes = self._prompts.notes()
        if not self.is_compact:
            return notes
        sums = {model: to_builtins(add(usages)) for model, usages in self._sums.items()}
        notes["call_metadata"] = {"calls": self._counted, "usage": sums}
        return notes

    def own(self, task: str, actions: Iterable[Action]) -> OwnCalls | None:
        """Return the agent's own calls in a task; ``None`` without a log of it."""
        log = self._agents.get(task)
        return None if log is None else log.own_calls(actions)

    def with_own(self, episodes: Iterable[Episode]) -> Iterator[Episode]:
        """Give the agent's own calls to episodes that have a list of actions.

        The log does not say to which trial of a task a request belongs.
        """
        for episode in episodes:
            own = None
            if episode.actions is not None:
                own = self.own(episode.task, episode.actions)
            yield _with(episode, own)


def _with(episode: Episode, own: OwnCalls | None) -> Episode:
    if own is not None and episode.trial is not None:
        own = structs.replace(own, complete=False)
    return structs.replace(episode, own=own)


def _response(output: Any) -> dict[str, Any] | None:
    """Return the parts of a response that hold what the model wrote."""
    if not isinstance(output, LoggedOutput):
        return None
    choices = output.choices if isinstance(output.choices, list) else None
    return {
        "choices": choices and [{"message": c.message} for c in choices],
        "content": output.content,
        "output": output.output,
    }
