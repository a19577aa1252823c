"""Whose each open span is: the table that is the truth, not the span's attributes."""

from typing import TYPE_CHECKING, Any

from evalrata.instrument.context import Scope
from evalrata.schemas.records import Actor, Known

if TYPE_CHECKING:
    from evalrata.instrument.episode import LiveEpisode
    from evalrata.instrument.run import LiveRun

__all__ = ["OPEN", "Entry", "opened", "taken"]


class Entry:
    """A span that has started: whose it is."""

    __slots__ = ("actor", "done", "episode", "key", "known", "parent", "refs", "run")

    def __init__(  # noqa: PLR0913, PLR0917 - one for each span, so no detours
        self,
        key: Any,
        parent: Any,
        run: "LiveRun",
        episode: "LiveEpisode | None",
        actor: Actor | None,
        known: Known | None,
    ) -> None:
        """Keep what is known when the span starts."""
        self.key, self.parent = key, parent
        self.run, self.episode = run, episode
        self.actor, self.known = actor, known
        self.refs = 1
        """How many processors see the span; the first one counts it."""
        self.done = False


OPEN: dict[Any, Entry] = {}
"""Spans of runs that have started, over all tracers of the process, by their ids."""


def opened(key: Any, parent: Any, scope: Scope | None) -> Entry | None:
    """Enter a span; ``None`` if it is in no run, or was entered before.

    What the scope does not say is the parent span's, where that is of the same run
    and episode; the actor is then inferred.
    """
    if scope is not None and scope.actor is not None:
        entry = Entry(key, parent, scope.run, scope.episode, scope.actor, "declared")
    else:
        above = None if parent is None else OPEN.get(parent)
        if above is not None and _together(scope, above):
            known: Known | None = "inferred" if above.actor else None
            entry = Entry(key, parent, above.run, above.episode, above.actor, known)
        elif scope is not None:
            entry = Entry(key, parent, scope.run, scope.episode, None, None)
        else:
            return None
    first = OPEN.setdefault(key, entry)
    if first is not entry:
        first.refs += 1
        return None
    return entry


def taken(key: Any) -> Entry | None:
    """Take out a span that ended, for the first that asks; ``None`` for the others.

    ``KeyError`` for a span that was never entered.
    """
    entry = OPEN[key]
    entry.refs -= 1
    if not entry.refs:
        OPEN.pop(key, None)
    if entry.done:
        return None
    entry.done = True
    return entry


def _together(scope: Scope | None, above: Entry) -> bool:
    return scope is None or (
        scope.run is above.run and scope.episode in (None, above.episode)
    )
