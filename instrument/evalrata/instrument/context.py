"""Where in the evaluation the code that runs now is: run, episode, actor.

The scope lies under a private key of the OpenTelemetry context.  It goes where that
context goes (asyncio tasks, ``asyncio.to_thread``), and it is not baggage: nothing
of it is sent to a model provider.
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from opentelemetry import context as otel_context
from opentelemetry.context import Context

from evalrata.schemas.records import Actor

if TYPE_CHECKING:
    from evalrata.instrument.episode import LiveEpisode
    from evalrata.instrument.run import LiveRun

__all__ = ["PROCESS", "Scope", "current", "entered", "left", "placed"]

_KEY = otel_context.create_key("evalrata-scope")


PROCESS: "list[Scope]" = []
"""The scope of the whole process, if it has one: threads inherit no context."""


class Scope(Struct, frozen=True, eq=False):
    """What a ``with`` of the vocabulary holds for the code inside it."""

    run: "LiveRun"
    episode: "LiveEpisode | None" = None
    actor: Actor | None = None
    """``None``: nobody said; never a default."""


def current(context: Context | None = None) -> Scope | None:
    """Return the scope of a context, by default of the code that runs now.

    ``None`` outside any run, and in an explicit empty ``Context()``, which hides it.
    A process that joined a run for its life is in it wherever nothing else is said.
    A run that has ended is nobody's scope, also where it was left in the wrong order.
    """
    found = otel_context.get_value(_KEY, context)
    if isinstance(found, Scope):
        return found if found.run.ended is None else None
    return PROCESS[-1] if PROCESS and context is None else None


def entered(scope: Scope, within: Context | None = None) -> Any:
    """Make ``scope`` the current one; returns what ``left`` takes.

    ``within``: a context to put it in, by default the current one.
    """
    return otel_context.attach(placed(scope, within))


def placed(scope: Scope, context: Context | None = None) -> Context:
    """Return a context with the scope in it."""
    return otel_context.set_value(_KEY, scope, context)


def left(token: Any) -> None:
    """Go back to the scope before."""
    otel_context.detach(token)
