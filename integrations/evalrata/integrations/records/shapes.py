"""The lines of a records archive, ``evalrata.records/1``.

Each line is an object with one of the fields below ``evalrata``; the first one has
those above.
"""

from typing import Any

from msgspec import Struct

from evalrata.schemas.card import Card
from evalrata.schemas.records import Action, Call, Episode, Grade

__all__ = ["SCHEMA", "Closed", "Line", "Opened"]

SCHEMA = "evalrata.records/1"


class Opened(Struct, frozen=True):
    """An episode began."""

    id: str
    task: str
    trial: int | None = None
    started: float | None = None


class Acted(Struct, frozen=True):
    """One action of an episode whose own line may never come."""

    episode: str
    action: Action


class Regraded(Struct, frozen=True):
    """A grade that was given after the episode's line was written."""

    episode: str
    grade: Grade


class Closed(Struct, frozen=True):
    """The run ended; how many lines of each kind there are."""

    run: dict[str, Any] | None = None
    ended: float | None = None
    opened: int | None = None
    episodes: int | None = None
    calls: int | None = None
    lost: int | None = None
    """Lines that could not be written."""
    card: Card | None = None


class Line(Struct, frozen=True):
    """Any line."""

    schema: str | None = None
    run: dict[str, Any] | None = None
    started: float | None = None
    process: int | None = None
    evalrata: str | None = None
    opened: Opened | None = None
    call: Call | None = None
    action: Acted | None = None
    episode: Episode | None = None
    grade: Regraded | None = None
    closed: Closed | None = None
