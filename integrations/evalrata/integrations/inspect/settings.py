"""What was asked for when the hooks were attached."""

from collections.abc import Mapping

from msgspec import Struct

from evalrata.integrations.inspect.places import Places
from evalrata.schemas.records import Actor

__all__ = ["Settings"]


class Settings(Struct, frozen=True, kw_only=True):
    """The arguments of ``attach``."""

    places: Places
    score: str | None = None
    roles: Mapping[str, Actor] = {}
