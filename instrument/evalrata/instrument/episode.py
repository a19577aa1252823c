"""One episode of a live run: what it did, how it ended, whether it was graded."""

import asyncio
import time
from typing import TYPE_CHECKING, Any, Literal

from evalrata.instrument.faults import first_line
from evalrata.instrument.told import (
    Expected,
    Given,
    Ran,
    Told,
    Wrapped,
    described,
    number,
    plain,
)
from evalrata.schemas.records import (
    Action,
    ActionKind,
    Actor,
    Episode,
    Gold,
    Grade,
    Termination,
)

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun

__all__ = ["LiveEpisode"]

EndKind = Literal["completed", "censored", "crashed", "unknown"]

STOPPED = (
    asyncio.CancelledError,
    KeyboardInterrupt,
    SystemExit,
    GeneratorExit,
)
"""They say that somebody stopped the code, not whether the episode failed."""


class LiveEpisode:
    """An attempt at a task.  Its methods may be called after it ended, too."""

    def __init__(
        self,
        run: "LiveRun",
        identity: str,
        task: str,
        trial: int | None,
        *,
        elsewhere: bool = False,
    ) -> None:
        """Begin.  ``elsewhere``: it lives in another process, which is told."""
        self.run, self.id, self.task, self.trial = run, identity, task, trial
        self.started = time.time()
        self.ended: float | None = None
        self.elsewhere = elsewhere
        self.grades = 0
        self.wrapped: list[Wrapped] = []
        self._given: Given | None = None
        self._stored: float | None = None
        self._termination: Termination | None = None
        self._expected = Expected()
        self._acts: list[Action] = []
        self._tools: list[Ran] = []

    def act(
        self,
        name: str,
        arguments: Any = None,
        *,
        kind: ActionKind = "tool",
        actor: Actor | None = None,
    ) -> None:
        """Record an action, by default the current actor's.

        ``arguments`` is copied as JSON; ``kind="reply"`` is a message to the user.
        """
        who = self.run.actor_now() if actor is None else actor
        action = Action(
            name=str(name),
            arguments=plain(arguments),
            kind=kind,
            actor=who or "unknown",
            known="declared" if who else None,
        )
        self._tell(Told(episode=self.id, action=action))

    def grade(self, value: Any, *, by: str | None = None) -> None:
        """Say what the grader gave: a number, or ``None`` if it ran and gave none.

        A value that is no finite number leaves the episode ungraded, with that as the
        reason.  The last grade counts; the card says how many episodes got several.
        """
        found = number(value)
        reason = ""
        if found is None:
            reason = (
                "the grader ran and gave no value"
                if value is None
                else f"the grader gave {described(value):.80}, no finite number"
            )
        if found is None and value is not None:
            self.run.misuse.add(f"grade: {reason}; the episode counts as ungraded")
        self._tell(Told(episode=self.id, grade=Given(found, by, reason)))

    def stored(self, value: Any) -> None:
        """Say which number the harness writes down as the episode's result."""
        found = number(value)
        if found is None:
            self.run.misuse.add(f"stored: {described(value):.80} is no finite number")
            return
        self._tell(Told(episode=self.id, stored=found))

    def censored(self, reason: str) -> None:
        """Say that a limit of steps, tokens or time stopped the episode."""
        self._end_as("censored", reason)

    def crashed(self, reason: str) -> None:
        """Say that an error of the infrastructure stopped the episode."""
        self._end_as("crashed", reason)

    def ended_as(self, kind: EndKind, reason: str) -> None:
        """Say how the episode ended, by the word that the harness records for it."""
        self._end_as(kind, reason)

    def isolated(
        self,
        wrapper: str,
        *,
        version: str | None = None,
        graded: int = 0,
        regraded: int = 0,
    ) -> None:
        """Say that an environment wrapper took part (``card.Isolation``)."""
        told = Wrapped(wrapper, version, graded, regraded)
        self._tell(Told(episode=self.id, wrapped=told))

    def expects(self, gold: Gold | None, *, digest: str | None = None) -> None:
        """Say what the benchmark expects, and a digest of what grading depends on.

        ``gold`` lets the linter look for the grader's copies of it; the digest tells
        whether two runs were graded on the same task (``evalrata.instrument.pins``).
        """
        expected = Expected(gold, digest)
        self._tell(Told(episode=self.id, expected=expected))

    def hear(self, told: Told) -> None:
        """Take a message in."""
        if told.action is not None:
            self._acts.append(told.action)
        if told.ran is not None:
            self._ran(told.ran)
        if told.stored is not None:
            self._stored = told.stored
        if told.termination is not None:
            self._termination = told.termination
        if told.wrapped is not None:
            self.wrapped.append(told.wrapped)
        if told.expected is not None:
            self._expected = told.expected
        if told.grade is not None:
            self._given = told.grade
            self.grades += 1

    def tool(self, key: Any, parent: Any, action: Action) -> None:
        """Take the span of an executed tool."""
        above = None if parent is None else str(parent)
        self._tell(Told(episode=self.id, ran=Ran(str(key), above, action)))

    def close(self, error: BaseException | None) -> None:
        """End, by ``error`` if there is one."""
        if error is not None and self._termination is None:
            kind = "unknown" if isinstance(error, STOPPED) else "crashed"
            self._end_as(kind, first_line(error))
        self.ended = time.time()

    @property
    def actions(self) -> tuple[Action, ...] | None:
        """What was recorded by ``act``; without any, the spans of executed tools.

        ``None``: neither.
        """
        acts = self._acts or [ran.action for ran in self._tools]
        return tuple(acts) if acts else None

    @property
    def termination(self) -> Termination:
        """How it ended: as said, else ``completed`` once its block was left."""
        if self._termination is not None:
            return self._termination
        if self.ended is None:
            return Termination(reason="never ended")
        return Termination(kind="completed", no_crash=True)

    @property
    def result(self) -> Grade:
        """Whether it was graded, and with what result."""
        given = self._given
        if given is not None and given.value is not None:
            by = f"graded by {given.by}" if given.by else "graded"
            stored = given.value if self._stored is None else self._stored
            return Grade(state="graded", value=given.value, stored=stored, reason=by)
        reason = given.reason if given else "no grade was given"
        return Grade(state="ungraded", stored=self._stored, reason=reason)

    def record(self) -> Episode:
        """Return the episode as records have it."""
        notes = {"started": self.started, "ended": self.ended, "grades": self.grades}
        return Episode(
            task=self.task,
            trial=self.trial,
            id=self.id,
            pointer="",
            grade=self.result,
            termination=self.termination,
            actions=self.actions,
            gold=self._expected.gold,
            task_digest=self._expected.digest,
            notes=notes,
        )

    def forget_actions(self) -> None:
        """Let go of what is written, so that a long run stays small."""
        self._acts, self._tools = [], []
        self._expected = Expected(digest=self._expected.digest)

    def _end_as(self, kind: Any, reason: Any) -> None:
        sound = kind in {"completed", "censored"}
        told = Termination(kind=kind, reason=str(reason), no_crash=sound)
        self._tell(Told(episode=self.id, termination=told))

    def _ran(self, ran: Ran) -> None:
        """Keep a tool's span in place of those below it that name the same tool.

        Two instrumentations of one tool nest their spans.
        """
        name = ran.action.name
        self._tools = [
            t for t in self._tools if t.parent != ran.key or t.action.name != name
        ]
        self._tools.append(ran)

    def _tell(self, told: Told) -> None:
        self.run.told(self, told)
