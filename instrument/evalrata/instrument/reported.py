"""What the processors of another process would say of themselves."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from opentelemetry.sdk.resources import Resource

from evalrata.instrument.resource import from_resource
from evalrata.schemas.records import Instrument

__all__ = ["Reported", "pins_of", "samplers_of"]


class Reported(Struct, frozen=True):
    """Stands for the processors of a process, where a card is made."""

    samplers: tuple[str, ...]
    unknown: bool = False

    @property
    def resource(self) -> Any:
        """Carries nothing: the pins came with the part."""
        return Resource.get_empty()

    def sampler(self, *, unsampled_parent: bool = False) -> tuple[bool, str | None]:
        """Return whether every sampler is known, and those that drop spans."""
        del unsampled_parent  # its process knew
        return not self.unknown, ", ".join(self.samplers) or None


def samplers_of(processors: Iterable[Any]) -> tuple[tuple[str, ...], bool]:
    """Return the samplers that drop spans, and whether one is not known."""
    said = [processor.sampler() for processor in list(processors)]
    return tuple(sorted({s for _, s in said if s})), not all(k for k, _ in said)


def pins_of(processors: Iterable[Any]) -> tuple[Instrument, ...]:
    """Return the pins that the resources of their spans carry."""
    resources = [processor.resource for processor in list(processors)]
    found = [p for r in resources if r is not None for p in from_resource(r.attributes)]
    return tuple(dict.fromkeys(found))
