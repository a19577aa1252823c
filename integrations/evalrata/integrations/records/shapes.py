"""The lines of a records archive, ``evalrata.records/1``.

Each line is an object with one of the fields below ``evalrata``; the first one has
those above.
"""

from typing import Any

from msgspec import Struct

from evalrata.schemas.card import Card
from evalrata.schemas.records import (
    Action,
    Call,
    Episode,
    Gold,
    Grade,
    Instrument,
    Termination,
)

__all__ = ["SCHEMA", "Closed", "Given", "Left", "Line", "Opened", "Ran", "Told"]

SCHEMA = "evalrata.records/1"


class Opened(Struct, frozen=True):
    """An episode began."""

    id: str
    task: str
    trial: int | None = None
    started: float | None = None


class Given(Struct, frozen=True):
    """What the grader gave, in the words of ``Told``."""

    value: float | None = None
    by: str | None = None
    reason: str = ""


class Ran(Struct, frozen=True):
    """The span of a tool that was executed."""

    key: str
    action: Action
    parent: str | None = None
    at: float | None = None
    """When it ended, seconds since 1970."""


class Expected(Struct, frozen=True):
    """What the benchmark expects of the task."""

    gold: Gold | None = None
    digest: str | None = None


class Told(Struct, frozen=True, kw_only=True):
    """What a process said of an episode; one of the fields beside ``episode``.

    Only in parts: the process that opened the run keeps it with the episode.
    """

    episode: str
    action: Action | None = None
    at: float | None = None
    """When ``action`` was told, seconds since 1970."""
    ran: Ran | None = None
    grade: Given | None = None
    stored: float | None = None
    termination: Termination | None = None
    expected: Expected | None = None


class Left(Struct, frozen=True):
    """A process had nothing under way; of its counts none is read."""

    pins: tuple[Instrument, ...] = ()


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
    """Any line; those from ``told`` on stand in parts alone."""

    schema: str | None = None
    run: dict[str, Any] | None = None
    started: float | None = None
    process: int | None = None
    evalrata: str | None = None
    opened: Opened | None = None
    call: Call | None = None
    episode: Episode | None = None
    grade: Regraded | None = None
    closed: Closed | None = None
    of: str | None = None
    """Of a head: which opening of the run."""
    told: Told | None = None
    pin: Instrument | None = None
    left: Left | None = None
    issued: str | None = None
    joined: str | None = None
    busy: bool = False
