"""The scope over HTTP, to services of one's own that are asked to take it.

Nothing of it is sent by default: the scope is no baggage, and OpenTelemetry's global
propagator knows nothing of it.  **Do not compose** ``EvalrataPropagator`` **into the
global propagator of a process that calls model providers**: instrumented clients
inject that into every request, to whatever host, and a propagator is not told which.
So a client adds the header where it calls a service of its own::

    headers = inject({})                       # traceparent and evalrata-context
    httpx.post(tool_server, headers=headers)

and the service, whose operator gives it the run's folder of parts, takes it::

    with joined(request.headers, parts="run.jsonl.parts"):

or has ``EvalrataPropagator`` in its own global propagator and ``EVALRATA_PARTS`` in
its environment.  No path is ever taken from a request.
"""

import os
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, unquote

import msgspec
from opentelemetry.context import Context
from opentelemetry.propagators.textmap import (
    CarrierT,
    Getter,
    Setter,
    TextMapPropagator,
    default_getter,
    default_setter,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from evalrata.instrument.context import current, placed
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.guests import GUESTS
from evalrata.instrument.passage import Passage, decoded, passage_of, plausible

__all__ = ["HEADER", "PARTS", "EvalrataPropagator", "inject", "received"]

HEADER = "evalrata-context"
PARTS = "EVALRATA_PARTS"
"""Environment variable of a service: the folder ``<archive>.parts`` of the run."""
LONGEST = 2048
"""Bytes of the header's value."""

H = TypeVar("H", bound=MutableMapping[str, str])


class EvalrataPropagator(TextMapPropagator):
    """Carries the scope in the header ``evalrata-context``; opt-in on both sides."""

    def __init__(self, *, parts: str | os.PathLike[str] | None = None) -> None:
        """Take the folder of parts, by default that of ``EVALRATA_PARTS``.

        Without one nothing is extracted.
        """
        self._parts = parts or os.environ.get(PARTS)

    def inject(
        self,
        carrier: CarrierT,
        context: Context | None = None,
        setter: Setter[CarrierT] = default_setter,
    ) -> None:
        """Set the header, if there is a scope that fits into it."""
        try:
            scope = current(context)
            text = None if scope is None else _text(passage_of(scope))
            if text is not None:
                setter.set(carrier, HEADER, text)
            elif scope is not None:
                scope.run.misuse.add(f"inject: the scope does not fit into {HEADER}")
        except Exception as error:  # noqa: BLE001 - it would reach the harness
            FAULTS.add("inject", error)

    def extract(
        self,
        carrier: CarrierT,
        context: Context | None = None,
        getter: Getter[CarrierT] = default_getter,
    ) -> Context:
        """Return a context with the scope that the header names."""
        found = Context() if context is None else context
        try:
            passage = _read(getter.get(carrier, HEADER))
            if passage is not None and self._parts:
                folder = Path(self._parts).absolute()
                return placed(GUESTS.scope(passage, folder), found)
        except Exception as error:  # noqa: BLE001 - it would reach the service
            FAULTS.add("extract", error)
        return found

    @property
    def fields(self) -> set[str]:
        """Names the header."""
        return {HEADER}


def inject(headers: H) -> H:
    """Add ``traceparent`` and ``evalrata-context`` to the headers of one request."""
    TraceContextTextMapPropagator().inject(headers)
    EvalrataPropagator().inject(headers)
    return headers


def received(headers: Mapping[str, str]) -> Passage | None:
    """Return what the headers of a request carry, if it is plausible."""
    values = [headers[key] for key in headers if key.lower() == HEADER]
    return _read(values)


def _text(passage: Passage) -> str | None:
    text = quote(msgspec.json.encode(passage), safe="{}:,.@+-_/")
    return text if len(text) <= LONGEST and plausible(passage) else None


def _read(values: list[str] | None) -> Passage | None:
    if not values or len(values) != 1 or len(values[0]) > LONGEST:
        return None
    passage = decoded(unquote(values[0]))
    return passage if passage is not None and plausible(passage) else None
