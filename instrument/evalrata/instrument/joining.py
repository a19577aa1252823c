"""Takes part in a run that another process opened."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from evalrata.instrument.accepted import unless_refused
from evalrata.instrument.context import PROCESS, Scope, entered, left
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.forks import live
from evalrata.instrument.guests import GUESTS
from evalrata.instrument.outside import NOWHERE
from evalrata.instrument.passage import CONTEXT, Passage, decoded
from evalrata.instrument.propagation import received
from evalrata.instrument.providing import seen
from evalrata.instrument.run import LiveRun
from evalrata.instrument.scoped import Scoped

__all__ = ["join", "joined"]

TRACE = ("traceparent", "tracestate")

Path_ = str | os.PathLike[str]


class joined(Scoped["LiveRun | None"]):  # noqa: N801 - it reads as a verb
    """Take part in the run that ``carrier`` names, for a block or a function's calls.

    ``carrier`` is what ``environment`` made, by default this process's environment.
    With ``parts``, the folder ``<archive>.parts`` of the run, it is the headers of a
    request, whose word is not taken for any path.

    The spans of the process are seen as after ``attach()``, also if nobody called that:
    a provider of the script's own has to be set before it joins.

    Gives the ``LiveRun``, whose ``card()`` is of this process alone; ``None`` where
    nothing is carried, and everything then works as without.  What is carried and
    cannot be read is warned of.  Spans, actions, grades and pins go into a part of
    the run's archive; episodes and actors are those of who made the carrier.
    """

    def __init__(
        self,
        carrier: Mapping[str, str] | None = None,
        *,
        parts: Path_ | None = None,
    ) -> None:
        """Keep the arguments."""
        self._arguments = (carrier, parts)
        self._run: LiveRun | None = None

    def enter(self) -> LiveRun | None:
        """Join."""
        carrier, parts = self._arguments
        scope = _scope(os.environ if carrier is None else carrier, parts)
        if scope is None:
            return None
        self._token = _entered(scope, os.environ if carrier is None else carrier)
        self._run = scope.run
        unless_refused(scope.run.misuse, "joined", seen)
        GUESTS.enter(scope.run)
        scope.run.under_way(self)
        return scope.run

    def leave(self, error: BaseException | None) -> None:
        """Leave; the part stays open until the process ends."""
        del error
        if self._run is None:
            return
        left(self._token)
        self._run.accounting.settle()
        self._run.at_rest(self)
        GUESTS.leave(self._run)
        self._run = None

    def again(self) -> "joined":
        """Return one for another call."""
        carrier, parts = self._arguments
        return joined(carrier, parts=parts)


def join() -> LiveRun | None:
    """Take part for as long as the process lives, in all its threads.

    Does nothing in a process that is in a run already, or whose environment names
    none.  ``attach()`` calls it.
    """
    passage = decoded(os.environ.get(CONTEXT, ""))
    if PROCESS or passage is None or live(passage.of):
        return None
    scope = _scope(os.environ, None)
    if scope is not None:
        PROCESS.append(scope)
        _entered(scope, os.environ)
        scope.run.under_way("the process")
    return None if scope is None else scope.run


def _scope(carrier: Mapping[str, str], parts: Path_ | None) -> Scope | None:
    try:
        return _of_headers(carrier, parts) if parts else _of_environment(carrier)
    except Exception as error:  # noqa: BLE001 - it would reach the harness
        FAULTS.add("joining a run", error)
        return None


def _of_environment(carrier: Mapping[str, str]) -> Scope | None:
    text = carrier.get(CONTEXT)
    if not text:
        return None
    passage = decoded(text)
    folder = Path("" if passage is None else passage.parts or "")
    if passage is None or not folder.is_absolute():
        NOWHERE.add(f"joined: {CONTEXT} is not what environment() writes")
        return None
    scope = GUESTS.scope(passage, folder)
    if passage.ticket is not None:
        scope.run.redeem(passage.ticket)
    return scope


def _of_headers(carrier: Mapping[str, str], parts: Path_) -> Scope | None:
    passage: Passage | None = received(carrier)
    if passage is None:
        return None
    return GUESTS.scope(passage, Path(parts).absolute())


def _entered(scope: Scope, carrier: Mapping[str, str]) -> Any:
    lower = {key.lower(): carrier[key] for key in carrier if key.lower() in TRACE}
    return entered(scope, TraceContextTextMapPropagator().extract(lower))
