"""One episode of a live run: what it did, how it ended, whether it was graded."""

import sys
import time
from typing import TYPE_CHECKING, Any, Literal, get_args

from evalrata.instrument.accepted import (
    actor_of,
    gold_of,
    kind_of,
    named,
    number_of,
    one_of,
    optional,
    unless_refused,
)
from evalrata.instrument.faults import first_line
from evalrata.instrument.recorded import RecordedActions
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
from evalrata.schemas.credentials import redacted
from evalrata.schemas.errors import UsageError
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

ENDS: tuple[EndKind, ...] = get_args(EndKind)

NO_VALUE = "the grader ran and gave no value"

STOPPED = (KeyboardInterrupt, SystemExit, GeneratorExit)
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
        self._actions, self._written = RecordedActions(), False

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
        try:
            name, kind = named(name, "the name of an action"), kind_of(kind)
        except UsageError as error:
            self.run.misuse.add(f"act: {error}; the action is not recorded")
            return
        who = self.run.actor_now()
        if actor is not None:
            who = unless_refused(self.run.misuse, "act", actor_of, actor)
        action = Action(
            name=name,
            arguments=plain(arguments),
            kind=kind,
            actor=who or "unknown",
            known="declared" if who not in (None, "unknown") else None,
        )
        self._tell(Told(episode=self.id, action=action, at=time.time()))

    def grade(
        self, value: Any, *, by: str | None = None, reason: str | None = None
    ) -> None:
        """Say what the grader gave: a number, or ``None`` if it ran and gave none.

        ``reason`` says why, in one clause.  A value that is no finite number leaves
        the episode ungraded, with that as the reason.  The last grade counts; the
        card says how many episodes got several.
        """
        found, why = number(value), self._text(reason, "grade", "reason") or ""
        if found is None and value is not None:
            why = f"the grader gave {described(value):.80}, no finite number"
            self.run.misuse.add(f"grade: {why}; the episode counts as ungraded")
        given = Given(found, self._text(by, "grade", "by"), why)
        self._tell(Told(episode=self.id, grade=given))

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
        try:
            told = Wrapped(
                named(wrapper, "wrapper"),
                optional(version, "version"),
                number_of(graded, "graded"),
                number_of(regraded, "regraded"),
            )
        except UsageError as error:
            self.run.misuse.add(f"isolated: {error}; the wrapper is not recorded")
            return
        self._tell(Told(episode=self.id, wrapped=told))

    def expects(self, gold: Gold | None, *, digest: str | None = None) -> None:
        """Say what the benchmark expects, and a digest of what grading depends on.

        ``gold`` lets the linter look for the grader's copies of it; the digest tells
        whether two runs were graded on the same task (``evalrata.instrument.pins``).
        """
        try:
            expected = Expected(gold_of(gold), optional(digest, "digest"))
        except UsageError as error:
            self.run.misuse.add(f"expects: {error}; nothing of it is recorded")
            return
        self._tell(Told(episode=self.id, expected=expected))

    def hear(self, told: Told) -> None:
        """Take a message in."""
        if told.action is not None:
            self._actions.act(told.action, told.at or time.time())
            self.run.roster.acted = True
        if told.ran is not None:
            self._actions.tool(told.ran, told.ran.at or time.time())
            self.run.roster.acted = True
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

    def tool(
        self, key: Any, parent: Any, action: Action, *, at: float | None = None
    ) -> None:
        """Take the span of an executed tool, which ended ``at`` a Unix time."""
        above = None if parent is None else str(parent)
        self._tell(Told(episode=self.id, ran=Ran(str(key), above, action, at)))

    def close(self, error: BaseException | None) -> None:
        """End, by ``error`` if there is one."""
        if error is not None and self._termination is None:
            kind: EndKind = "unknown" if _stopped(error) else "crashed"
            self._end_as(kind, first_line(error))
        self.ended = time.time()

    @property
    def actions(self) -> tuple[Action, ...] | None:
        """What was recorded by ``act``, and the spans of executed tools.

        The spans are left out where the harness records tool calls itself.
        Empty: the run records actions, and none was made here.  ``None``: the run has
        recorded none so far, or the episode is written and has let go of them.
        """
        recorded = self._actions or self.run.roster.acted
        return tuple(self._actions) if recorded and not self._written else None

    @property
    def left_out(self) -> int:
        """How many spans of executed tools are not among the actions."""
        return self._actions.left_out

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
            why = f"{by}: {given.reason}" if given.reason else by
            stored = given.value if self._stored is None else self._stored
            return Grade(state="graded", value=given.value, stored=stored, reason=why)
        reason = "no grade was given" if given is None else given.reason or NO_VALUE
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
        self._actions, self._written = RecordedActions(), True
        self._expected = Expected(digest=self._expected.digest)

    def _text(self, value: Any, word: str, what: str) -> str | None:
        found = unless_refused(self.run.misuse, word, optional, value, what)
        return None if found is None else redacted(found)

    def _end_as(self, kind: Any, reason: Any) -> None:
        try:
            known = one_of(kind, ENDS, "ending")
        except UsageError as error:
            self.run.misuse.add(f"ended_as: {error}; how it ended is not recorded")
            return
        sound = known in {"completed", "censored"}
        why = self._text(reason, known, "reason")
        told = Termination(kind=known, reason=why, no_crash=sound)
        self._tell(Told(episode=self.id, termination=told))

    def _tell(self, told: Told) -> None:
        self.run.told(self, told)


def _stopped(error: BaseException) -> bool:
    """Say whether an exception stopped the code from outside.

    asyncio takes 15 ms to import, and where nobody has, nothing was cancelled.
    """
    asyncio: Any = sys.modules.get("asyncio")
    cancelled = () if asyncio is None else (asyncio.CancelledError,)
    return isinstance(error, (*STOPPED, *cancelled))
