"""One sample of a task while it runs: an episode of the run."""

from asyncio import CancelledError
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from evalrata.instrument import LiveEpisode, LiveRun, Scope
from evalrata.instrument.context import entered, left
from evalrata.instrument.opening import Episodes
from evalrata.integrations.inspect.calls import action_of, call_of
from evalrata.integrations.inspect.grades import Scored
from evalrata.schemas.records import Action, Actor, Known

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Sample"]

SCORING = ("scorer", "scorers")
"""Types of the spans that Inspect opens around scoring."""

Who = Callable[[Any, bool], tuple[Actor, Known | None]]
"""From a model event, and whether it was made while scoring, to who made it."""


class Sample:
    """Takes the sample's events in.

    Inspect delivers a model event twice, the second time with its times, and one that
    failed once: each is counted once, by its uuid.
    """

    def __init__(self, run: LiveRun, opened: Episodes, who: Who) -> None:
        """Begin; the episode is the current one from here on."""
        self._run, self._opened, self._who = run, opened, who
        self.episode: LiveEpisode = opened.enter()
        self._scoring: set[str] = set()
        self._counted: set[str] = set()
        self._waiting: dict[str, Any] = {}
        self._callers: dict[str, tuple[Actor, Known | None]] = {}
        self._tools: dict[str, tuple[datetime, Action]] = {}

    def again(self) -> None:
        """Begin another attempt: what was done before is not the episode's."""
        self._callers.clear()
        self._tools.clear()

    def take(self, event: Any) -> None:
        """Take an event; most kinds say nothing about calls and actions."""
        if event.event == "span_begin":
            if event.type in SCORING or event.parent_id in self._scoring:
                self._scoring.add(event.id)
        elif event.event == "model":
            self._model(event)
        elif event.event == "tool":
            self._tools[event.uuid] = (event.timestamp, self._action(event))

    def settle(self) -> None:
        """Count the model calls whose times did not come."""
        for event in list(self._waiting.values()):
            self._count(event)

    def end(self, sample: Any, scored: Scored) -> None:
        """Give the grade and the ending, and close the episode."""
        self.settle()
        # Tools that ran side by side finish in any order: what counts is the start.
        for uuid, (_, action) in sorted(self._tools.items(), key=lambda t: t[1][0]):
            self.episode.tool(uuid, None, action)
        self._grade(scored)
        self._opened.leave(self._ending(sample))

    def _grade(self, scored: Scored) -> None:
        """Give the grade; one by the task's own code stands where Inspect has none."""
        if scored.value is not None or not self.episode.grades:
            self.episode.grade(scored.value, by=scored.by, reason=scored.reason)
        if scored.value is not None:
            self.episode.stored(scored.value)

    def _ending(self, sample: Any) -> BaseException | None:
        """Say how it ended; returns what left an episode that somebody stopped."""
        if sample.error is not None:
            message = sample.error.message
            if message.startswith("CancelledError("):
                return CancelledError(message)
            self.episode.crashed(message)
        elif sample.limit is not None:
            limit = sample.limit
            said = f"{limit.type} limit of {limit.limit:g}: {limit.reason or ''}"
            if limit.type == "operator":
                return CancelledError(said)
            self.episode.censored(said.rstrip(": "))
        return None

    def _model(self, event: Any) -> None:
        if event.uuid in self._counted:
            return
        if event.completed is None and event.error is None:
            self._waiting[event.uuid] = event
            return
        self._count(event)

    def _count(self, event: Any) -> None:
        self._waiting.pop(event.uuid, None)
        self._counted.add(event.uuid)
        actor, known = self._called(event)
        token = entered(Scope(self._run, self.episode))
        try:
            key = ("inspect_ai", event.uuid)
            self._run.span_started(key)
            self._run.span_ended(key, call_of(event, actor, known))
        finally:
            left(token)

    def _called(self, event: Any) -> tuple[Actor, Known | None]:
        """Say who made a model call; the tool calls in its answer are theirs too."""
        who = self._who(event, event.span_id in self._scoring)
        message = event.output.choices[0].message if event.output.choices else None
        for call in (message.tool_calls or ()) if message else ():
            self._callers[call.id] = who
        return who

    def _action(self, event: Any) -> Action:
        """Say who called a tool: whose model call asked for it by this id."""
        for waiting in list(self._waiting.values()):
            self._called(waiting)
        if event.span_id in self._scoring:
            return action_of(event, "grader", "inferred")
        actor, known = self._callers.get(event.id, ("unknown", None))
        return action_of(event, actor, known and "aligned")
