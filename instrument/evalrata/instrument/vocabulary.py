"""The words that a harness says: a run, an episode, an actor, a grade.

``run``, ``episode`` and ``acting_as`` are opened with ``with`` or ``async with``, or
decorate a function or a coroutine function.  Once a run is on in the process, nothing
here raises: what cannot be obeyed is warned of once (``EvalrataWarning``) and counted
on the card (``dropped.misuse``), and the harness goes on.  ``UsageError`` is raised
where nothing is lost by it: by ``run(...)`` for arguments that cannot be used, by
``acting_as`` and ``episode`` for a word that is no actor while no run is on, and where
a generator function is decorated.
"""

import os
from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from evalrata.instrument.about import About, declared, names
from evalrata.instrument.accepted import named, optional, pins
from evalrata.instrument.acting import acting, checked
from evalrata.instrument.archive import Archive
from evalrata.instrument.context import Scope, current, entered, left
from evalrata.instrument.files import separate, writable
from evalrata.instrument.opening import Episodes
from evalrata.instrument.outside import misplaced
from evalrata.instrument.providing import settle
from evalrata.instrument.run import LiveRun
from evalrata.instrument.scoped import Scoped
from evalrata.schemas.records import ActionKind, Actor, Instrument, Role

if TYPE_CHECKING:
    from evalrata.instrument.episode import LiveEpisode

__all__ = [
    "act",
    "acting_as",
    "censored",
    "crashed",
    "episode",
    "grade",
    "isolated",
    "pin",
    "run",
    "stored",
]


class run(Scoped[LiveRun]):  # noqa: N801 - it reads as a verb where it is used
    """Open a run; gives a ``LiveRun``.

    ``id`` names it.  ``archive`` and ``card`` are files to write: the records (JSON
    Lines; must not exist) and the run card.  ``tasks`` (names, or how many) and
    ``trials`` say what is to be run, so that what is missing can be counted.
    ``instruments`` are pins.  ``fingerprint`` joins calls without a response id that
    look alike; ``records`` caps the table of response ids.

    Raises ``UsageError`` for an archive that exists or cannot be made, for a card that
    would replace a file that is none, for arguments that are not what they should be,
    and, after ``attach()``, for a global provider that takes no processors.
    """

    def __init__(  # noqa: PLR0913 - what there is to say about a run
        self,
        id: str,  # noqa: A002 - as records call it
        *,
        benchmark: str | None = None,
        agent: str | None = None,
        models: Sequence[str] = (),
        archive: str | os.PathLike[str] | None = None,
        card: str | os.PathLike[str] | None = None,
        instruments: Sequence[Instrument] = (),
        tasks: Sequence[object] | int | None = None,
        trials: int | None = None,
        fingerprint: bool = False,
        records: int = 65_536,
    ) -> None:
        """Keep the arguments; nothing is opened yet."""
        tasks_, count = declared(tasks, trials)
        about = About(
            id=named(id, "the run's id"),
            benchmark=optional(benchmark, "benchmark"),
            agent=optional(agent, "agent"),
            models=names(models, "models"),
            tasks=tasks_,
            count=count,
            trials=trials,
        )
        self._archive, self._card = separate(archive, card)
        self._begin = partial(
            LiveRun,
            about,
            card=self._card,
            instruments=pins(instruments),
            fingerprint=fingerprint,
            records=records,
        )

    def enter(self) -> LiveRun:
        """Create the archive, and make the run the current one."""
        if self._card is not None:
            writable(self._card)
        settle()
        file = None if self._archive is None else Archive(self._archive)
        self._live = self._begin(archive=file)
        self._token = entered(Scope(self._live))
        return self._live

    def leave(self, error: BaseException | None) -> None:
        """Close the archive and write the card."""
        left(self._token)
        self._live.finish(error)

    def again(self) -> "run":
        """Return one for another call: each needs an archive of its own."""
        return copy(self)

    def __getattr__(self, name: str) -> Any:
        """Say where the methods are.  Raises ``AttributeError``."""
        if not name.startswith("_") and hasattr(LiveRun, name):
            raise AttributeError(
                f"run(...) has no {name!r} before it is opened: `with run(...) as "
                f"live:` gives the LiveRun with live.{name}"
            )
        raise AttributeError(f"'run' object has no attribute {name!r}")


class episode(Scoped["LiveEpisode | None"]):  # noqa: N801 - as `run`
    """Open an episode of the current run: one attempt at ``task``.

    ``actor`` is who acts inside it where nothing else is said.  An exception that
    leaves it is recorded as a crash and raised again; a cancellation is recorded as
    an ending of unknown kind.  An episode that is left without ``grade`` is ungraded.
    A retry is an episode of its own, under the same task and trial: the attempt before
    it stays in the records, and every attempt counts (``episodes.repeated``).
    Gives a ``LiveEpisode``; ``None`` outside any run.
    """

    def __init__(
        self, task: Any, trial: int | None = None, *, actor: Actor | None = None
    ) -> None:
        """Keep the arguments."""
        self._arguments = (task, trial, None if actor is None else checked(actor))
        self._inner: Episodes | None = None

    def enter(self) -> "LiveEpisode | None":
        """Start it."""
        scope = current()
        if scope is None:
            misplaced("episode")
            return None
        task, trial, actor = self._arguments
        self._inner = Episodes(scope.run, task, trial, actor)
        return self._inner.enter()

    def leave(self, error: BaseException | None) -> None:
        """End it."""
        if self._inner is not None:
            self._inner.leave(error)

    def again(self) -> "episode":
        """Return one for another call."""
        task, trial, actor = self._arguments
        return episode(task, trial, actor=actor)


class acting_as(Scoped[None]):  # noqa: N801 - as `run`
    """Say who acts: ``agent``, ``user_simulator``, ``grader`` or ``environment``.

    Spans that start inside, and actions that are recorded there, are that actor's.
    The innermost one counts.  Another word raises ``UsageError`` while no run is on in
    the process; in a run it is misuse, and what is done inside is ``unknown``'s.
    """

    def __init__(self, actor: Actor) -> None:
        """Keep the actor."""
        self._actor = checked(actor)
        self._token: Any = None

    def enter(self) -> None:
        """Begin."""
        scope = current()
        if scope is None:
            misplaced("acting_as")
            return
        actor = acting(self._actor, "acting_as", scope.run)
        self._token = entered(Scope(scope.run, scope.episode, actor))

    def leave(self, error: BaseException | None) -> None:
        """End."""
        del error
        if self._token is not None:
            left(self._token)

    def again(self) -> "acting_as":
        """Return one for another call."""
        return acting_as(self._actor)


def act(
    name: str,
    arguments: Any = None,
    *,
    kind: ActionKind = "tool",
    actor: Actor | None = None,
) -> None:
    """Record an action of the current episode, by default the current actor's."""
    if (found := _episode("act")) is not None:
        found.act(name, arguments, kind=kind, actor=actor)


def grade(value: Any, *, by: str | None = None, reason: str | None = None) -> None:
    """Say what the grader gave for the current episode.

    ``None``: it ran and gave nothing.  ``by`` names the grader; ``reason`` says why,
    in one clause.
    """
    if (found := _episode("grade")) is not None:
        found.grade(value, by=by, reason=reason)


def stored(value: Any) -> None:
    """Say which number the harness writes down as the current episode's result."""
    if (found := _episode("stored")) is not None:
        found.stored(value)


def censored(reason: str) -> None:
    """Say that a limit of steps, tokens or time stopped the current episode."""
    if (found := _episode("censored")) is not None:
        found.censored(reason)


def crashed(reason: str) -> None:
    """Say that an error of the infrastructure stopped the current episode."""
    if (found := _episode("crashed")) is not None:
        found.crashed(reason)


def isolated(
    wrapper: str, *, version: str | None = None, graded: int = 0, regraded: int = 0
) -> None:
    """Say that an environment wrapper took part in the current episode."""
    if (found := _episode("isolated")) is not None:
        found.isolated(wrapper, version=version, graded=graded, regraded=regraded)


def pin(  # noqa: PLR0913 - the fields of an instrument
    role: Role | Instrument,
    name: str | None = None,
    *,
    version: str | None = None,
    commit: str | None = None,
    digest: str | None = None,
    mode: str | None = None,
) -> None:
    """Say which build of something took part in the current run.

    ``pin(detect("evaluator", "tau-bench"))`` gives an ``Instrument`` alone.
    """
    scope = current()
    if scope is None:
        misplaced("pin")
        return
    scope.run.pin(role, name, version=version, commit=commit, digest=digest, mode=mode)


def _episode(word: str) -> "LiveEpisode | None":
    """Return the current episode; what is said without one is counted."""
    scope = current()
    if scope is None:
        misplaced(word)
        return None
    if scope.episode is None:
        scope.run.misuse.add(f"{word}: no episode is open; `with episode(...)` first")
    return scope.episode
