"""Whose each open span is: the table that is the truth, not the span's attributes."""

import threading
import weakref
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from evalrata.instrument.context import Scope
from evalrata.schemas.records import Actor, Known

if TYPE_CHECKING:
    from evalrata.instrument.accounting import Accounting
    from evalrata.instrument.episode import LiveEpisode
    from evalrata.instrument.run import LiveRun

__all__ = [
    "OPEN",
    "Entry",
    "above_of",
    "every",
    "forked",
    "found",
    "known_late",
    "let_go",
    "opened",
    "taken",
]


class Entry(Struct, eq=False):
    """A span that has started: whose it is."""

    key: Any
    parent: Any
    run: "LiveRun"
    episode: "LiveEpisode | None"
    actor: Actor | None
    known: Known | None
    context: Any = None
    """The span's own context.  ``Span`` and what ``on_end`` is given share the object;
    another span, even of the same ids, has another.  ``None``: the key says it all."""
    above: Any = None
    """The context of the span above, as far as there is one."""
    refs: int = 1
    """How many processors see the span; the first one counts it."""
    done: bool = False
    begun: bool = False
    """Whether the ledger took it before its turn."""


OPEN: dict[Any, Entry] = {}
"""Spans of runs that have started, over all tracers of the process, by their ids."""

TWINS: dict[Any, list[Entry]] = {}
"""Spans that started while another one of the same ids was open.

A harness that seeds ``random`` lets OpenTelemetry draw the same ids again.
"""

LATE: "dict[Any, tuple[Any, weakref.ref[Accounting]]]" = {}
"""Spans that were open when their run ended: their contexts, and who counts them."""

MOST_LATE = 1024

_LOCK = threading.RLock()
"""For ``TWINS``, which is empty as a rule."""


def opened(
    key: Any, parent: Any, scope: Scope | None, context: Any = None, above: Any = None
) -> Entry | None:
    """Enter a span; ``None`` if it is in no run, or was entered before.

    What the scope does not say is the parent span's, where that is of the same run
    and episode; the actor is then inferred.
    """
    actor: Actor | None
    if scope is not None and scope.actor is not None:
        run, episode, actor = scope.run, scope.episode, scope.actor
        entry = Entry(key, parent, run, episode, actor, "declared", context, above)
    else:
        over = None if parent is None else found(parent, above)
        if over is not None and _together(scope, over):
            known: Known | None = "inferred" if over.actor else None
            run, episode, actor = over.run, over.episode, over.actor
            entry = Entry(key, parent, run, episode, actor, known, context, above)
        elif scope is not None:
            run, episode = scope.run, scope.episode
            entry = Entry(key, parent, run, episode, None, None, context, above)
        else:
            return None
    if TWINS and _twin(key, context, seen=1):
        return None
    first = OPEN.setdefault(key, entry)
    if first is entry:
        return entry
    if first.context is not context:
        with _LOCK:
            TWINS.setdefault(key, []).append(entry)
        return entry
    first.refs += 1
    return None


def taken(key: Any, context: Any = None) -> Entry | None:
    """Take out a span that ended, for the first that asks; ``None`` for the others.

    ``KeyError`` for a span that was never entered.
    """
    entry = OPEN.get(key)
    if entry is None or entry.context is not context:
        entry = _twin(key, context, seen=-1)
        if entry is None:
            raise KeyError(key)
    else:
        entry.refs -= 1
        if not entry.refs:
            OPEN.pop(key, None)
    if entry.done:
        return None
    entry.done = True
    return entry


def found(key: Any, context: Any = None) -> Entry | None:
    """Return an open span by its context, else by its ids."""
    entry = OPEN.get(key)
    if TWINS and (entry is None or entry.context is not context):
        return _twin(key, context) or entry
    return entry


def above_of(entry: Entry) -> Entry | None:
    """Return the open span above one, if it is in this process."""
    context = entry.above
    if context is None:
        return None if entry.parent is None else found(entry.parent)
    return found((context.trace_id, context.span_id), context)


def every() -> list[tuple[Any, Entry]]:
    """Return all spans that are open, with their ids."""
    with _LOCK:
        twins = [(key, entry) for key, some in TWINS.items() for entry in some]
    return [*OPEN.items(), *twins]


def forked() -> None:
    """Go on in a forked process: the ends of what is open are the parent's."""
    global _LOCK  # noqa: PLW0603 - it may be held by a thread that is no more
    _LOCK = threading.RLock()
    for _, entry in every():
        # They stay, since spans of the child may stand below them.
        entry.done = True


def let_go(run: "LiveRun") -> None:
    """Take out the spans of a run that ends; those that end later are known as late."""
    counts = weakref.ref(run.accounting)
    for key, entry in every():
        if entry.run is run:
            # One that began before a fork is for the parent process to count.
            if not entry.done:
                LATE[key] = (entry.context, counts)
            entry.refs = 1
            taken(key, entry.context)
    with _LOCK:
        while len(LATE) > MOST_LATE:
            LATE.pop(next(iter(LATE)))


def known_late(key: Any, context: Any = None) -> bool:
    """Count a span that ends after its run, if it is known to be that."""
    known = LATE.get(key)
    if known is None or known[0] is not context:
        return False
    LATE.pop(key, None)
    accounting = known[1]()
    if accounting is not None:
        accounting.late += 1
    return True


def _together(scope: Scope | None, above: Entry) -> bool:
    return scope is None or (
        scope.run is above.run and scope.episode in (None, above.episode)
    )


def _twin(key: Any, context: Any, seen: int = 0) -> Entry | None:
    """Return a span that is no longer, or never was, the only one of its ids.

    ``seen``: by how many more processors; it is taken out when the last one has.
    """
    with _LOCK:
        entries = TWINS.get(key, [])
        for entry in entries:
            if entry.context is context:
                entry.refs += seen
                if not entry.refs:
                    entries.remove(entry)
                if not entries:
                    TWINS.pop(key, None)
                return entry
    return None
