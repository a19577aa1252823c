"""The lines that another process of a run leaves in its part of the archive.

The same as the archive's own, and a few that only the process that opened the run
reads.  One line holds one of them.  Numbers that cannot be what they say make a line
one that is not read.
"""

from msgspec import Struct

from evalrata.instrument.ranges import Count, Moment, Trial
from evalrata.instrument.told import Told
from evalrata.schemas.records import Call, Episode, Grade, Instrument, Run

__all__ = ["Amended", "Left", "Opened", "PartLine"]


class Opened(Struct, frozen=True):
    """An episode began in that process."""

    id: str
    task: str
    trial: Trial | None = None
    started: Moment | None = None


class Amended(Struct, frozen=True):
    """A grade given after the episode's line."""

    episode: str
    grade: Grade


class Left(Struct, frozen=True, omit_defaults=True):
    """The process has nothing under way: if no line follows, nothing is lost.

    The counts are since it joined the run, so that the last ones stand.
    """

    final: bool = False
    """It has closed its part and writes no more."""
    spans: Count = 0
    unfinished: Count = 0
    late: Count = 0
    outside: Count = 0
    faults: Count = 0
    evicted: Count = 0
    misuse: Count = 0
    lost: Count = 0
    sampled: tuple[str, ...] = ()
    """Samplers that may have kept spans from being counted."""
    unknown_sampler: bool = False
    pins: tuple[Instrument, ...] = ()
    """What its spans' resources carry."""
    notes: tuple[str, ...] = ()


class PartLine(Struct, frozen=True):
    """Any line of a part."""

    schema: str | None = None
    run: Run | None = None
    of: str | None = None
    """Which opening of the run: an id of chance, that a part of another lacks."""
    process: Count | None = None
    call: Call | None = None
    within: bool = False
    """The span of ``call`` stands below one of the same process, which comes later."""
    opened: Opened | None = None
    told: Told | None = None
    episode: Episode | None = None
    grade: Amended | None = None
    pin: Instrument | None = None
    issued: str | None = None
    """A ticket: an environment that was made for a process further down."""
    joined: str | None = None
    """The ticket of the environment by which this process joined."""
    busy: bool = False
    """Something is under way again."""
    left: Left | None = None
