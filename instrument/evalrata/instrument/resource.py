"""Pins as OpenTelemetry resource attributes, and back.

``evalrata.instrument.<role>.{name,version,commit,digest,mode}`` are strings.  Where
several instruments have one role, each is an array of strings in the same order, and
``""`` stands for what is not known.  An instrument's domain is not carried.
"""

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args
from urllib.parse import unquote

from opentelemetry.sdk.resources import Resource, ResourceDetector

from evalrata.instrument.pins import detect, detect_data, detect_tracers
from evalrata.schemas.conventions import INSTRUMENT
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument, Role

__all__ = ["PINS", "PinDetector", "from_resource", "pins_of", "to_resource"]

PINS = "EVALRATA_PINS"
"""Environment variable: ``role=package`` or ``role=path``, separated by commas.

A value with a ``/`` is a path.  Values may be percent-encoded, as those of
``OTEL_RESOURCE_ATTRIBUTES``."""

ROLES: tuple[Role, ...] = get_args(Role)
FIELDS = ("name", "version", "commit", "digest", "mode", "known")

_log = logging.getLogger(__name__)


class PinDetector(ResourceDetector):
    """Puts pins into a resource.

    ``OTEL_EXPERIMENTAL_RESOURCE_DETECTORS=evalrata`` switches it on for every
    resource that the SDK makes; it then reads ``EVALRATA_PINS`` and adds the tracers
    that are loaded.  In code, ``PinDetector(instruments)`` carries those given.
    """

    def __init__(
        self,
        instruments: Iterable[Instrument] | None = None,
        *,
        raise_on_error: bool = False,
    ) -> None:
        """Take the instruments to carry, or ``None`` to detect them."""
        super().__init__(raise_on_error=raise_on_error)
        self._given = None if instruments is None else tuple(instruments)

    def detect(self) -> Resource:
        """Return a resource with the pins alone.

        An entry of ``EVALRATA_PINS`` that cannot be read is logged and left out; with
        ``raise_on_error`` it raises ``UsageError``.
        """
        given = self._given
        return Resource(to_resource(self._detected() if given is None else given))

    def _detected(self) -> Iterator[Instrument]:
        for entry in filter(None, os.environ.get(PINS, "").split(",")):
            try:
                yield _pin(entry)
            except UsageError as error:  # noqa: PERF203 - a handful of entries
                if self.raise_on_error:
                    raise
                _log.warning("%s", error)
        yield from (pin for pin in detect_tracers() if pin.mode == "loaded")


def pins_of(text: str) -> tuple[Instrument, ...]:
    """Detect what ``EVALRATA_PINS`` names.  Raises ``UsageError`` for a bad entry."""
    return tuple(map(_pin, filter(None, text.split(","))))


def to_resource(instruments: Iterable[Instrument]) -> dict[str, str | list[str]]:
    """Return the resource attributes that carry instruments."""
    by_role: dict[Role, list[Instrument]] = {}
    for instrument in instruments:
        by_role.setdefault(instrument.role, []).append(instrument)
    return {
        f"{INSTRUMENT}{role}.{field}": values[0] if len(values) == 1 else values
        for role, of_role in by_role.items()
        for field in FIELDS
        if any(values := [getattr(i, field) or "" for i in of_role])
    }


def from_resource(attributes: Mapping[str, Any]) -> tuple[Instrument, ...]:
    """Return the instruments that resource attributes carry, by role.

    An array that has not as many values as there are names says nothing, since it
    cannot be told which instrument each value is of.  Never raises.
    """
    return tuple(pin for role in ROLES for pin in _of_role(role, attributes))


def _pin(entry: str) -> Instrument:
    said, _, target = entry.partition("=")
    role = next((r for r in ROLES if r == said.strip()), None)
    value = unquote(target.strip())
    if role is None or not value:
        raise UsageError(
            f"{PINS}: {entry.strip()!r} is not role=package or role=path, "
            f"with one of the roles {', '.join(ROLES)}"
        )
    is_path = "/" in value or os.sep in value
    return detect_data(role, value) if is_path else detect(role, value)


def _of_role(role: Role, attributes: Mapping[str, Any]) -> Iterator[Instrument]:
    columns = {f: _strings(attributes.get(f"{INSTRUMENT}{role}.{f}")) for f in FIELDS}
    for i, name in enumerate(columns["name"]):
        whole = (f for f, c in columns.items() if len(c) == len(columns["name"]))
        known = {f: columns[f][i] or None for f in whole if f != "name"}
        if name:
            yield Instrument(role=role, name=name, **known)


def _strings(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, (list, tuple)):
        return ()
    return tuple(v if isinstance(v, str) else "" for v in value)
