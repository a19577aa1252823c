"""Where in the evaluation the code that runs now is: run, episode, actor.

The scope lies under a private key of the OpenTelemetry context.  It goes where that
context goes (asyncio tasks, ``asyncio.to_thread``), and it is not baggage: nothing
of it is sent to a model provider.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opentelemetry import context as otel_context
from opentelemetry.context import Context

from evalrata.instrument.sampling import under_unsampled
from evalrata.schemas.records import Actor

if TYPE_CHECKING:
    from evalrata.instrument.episode import LiveEpisode
    from evalrata.instrument.run import LiveRun

__all__ = ["PROCESS", "Scope", "current", "entered", "held", "left", "placed"]

_KEY = otel_context.create_key("evalrata-scope")


PROCESS: "list[Scope]" = []
"""The scope of the whole process, if it has one: threads inherit no context."""


# No Struct, whose signature `help` cannot write: the classes below are not imported.
@dataclass(eq=False, slots=True)
class Scope:
    """What a ``with`` of the vocabulary holds for the code inside it."""

    run: "LiveRun"
    episode: "LiveEpisode | None" = None
    actor: Actor | None = None
    """``None``: nobody said; never a default.  ``unknown``: said wrongly."""
    outer: "Scope | None" = None
    """In which it was entered; only while it is open, or ``over``."""
    over: bool = False
    """Left before one inside it was, or elsewhere: it is nobody's any more."""


def current(context: Context | None = None) -> Scope | None:
    """Return the scope of a context, by default of the code that runs now.

    ``None`` outside any run, and in an explicit empty ``Context()``, which hides it.
    A process that joined a run for its life is in it wherever nothing else is said.
    A run that has ended is nobody's scope, and an episode that has ended is in none:
    a task that goes on after its episode is in the run alone.
    """
    found: Any = otel_context.get_value(_KEY, context)
    if found is not None and found.over:
        found = _open(found)
    if found is None:
        return PROCESS[-1] if PROCESS and context is None else None
    if found.run.ended is not None:
        return None
    if found.episode is not None and found.episode.ended is not None:
        return Scope(found.run, None, found.actor)
    scope: Scope = found
    return scope


def held(context: Context | None = None) -> Scope | None:
    """Return the scope that lies in a context, whether or not it still counts."""
    found: Any = otel_context.get_value(_KEY, context)
    scope: Scope | None = found
    return scope


def entered(scope: Scope, within: Context | None = None) -> Any:
    """Make a scope like ``scope`` the current one; returns what ``left`` takes.

    ``within``: a context to put it in, by default the current one.
    """
    if under_unsampled(within):
        scope.run.unsampled = True
    mine = Scope(scope.run, scope.episode, scope.actor, _open(held()))
    return mine, otel_context.attach(placed(mine, within))


def placed(scope: Scope, context: Context | None = None) -> Context:
    """Return a context with the scope in it."""
    return otel_context.set_value(_KEY, scope, context)


def left(token: Any) -> None:
    """Go back to the scope before.

    Where others that were entered inside it are still open, they stay; where it is
    left in another context than it was entered in, it ends there all the same.
    """
    mine: Scope = token[0]
    if _open(held()) is mine:
        otel_context.detach(token[1])
        if held() is not mine:
            mine.outer = None  # so that tasks that start one another form no chain
            return
    elif _within(mine) and (mine.episode or mine.actor):
        mine.run.misuse.add(
            "scopes were left in another order than they were entered (a `with` "
            "around a yield?): what was done in between may be another one's"
        )
    mine.over = True


def _open(scope: Scope | None) -> Scope | None:
    """Return the scope, or the innermost around it that was not left out of turn."""
    while scope is not None and scope.over:
        scope = scope.outer
    return scope


def _within(scope: Scope) -> bool:
    """Say whether the code that runs now is inside the scope, and inside another."""
    found = held()
    while found is not None and found is not scope:
        found = found.outer
    return found is scope
