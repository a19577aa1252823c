"""What the benchmark's interpreter answers (``rescoring/inside/tau_worker.py``)."""

from typing import Any

from msgspec import Struct

__all__ = ["DomainAnswer", "EpisodeAnswer", "IdleAnswer", "Play", "Seen"]


class Seen(Struct, frozen=True):
    """A call that gave another result than is recorded."""

    step: int
    recorded: str
    replayed: str


class Play(Struct, frozen=True):
    """An episode made again and graded."""

    reward: float | None = None
    failed: str | None = None
    calls: int = 0
    mismatched: int = 0
    uncompared: int = 0
    """Calls that were made without a recorded result that is a text."""
    first: tuple[Seen, ...] = ()


class DomainAnswer(Struct, frozen=True):
    """The tasks of a domain."""

    domain: str
    split: str = ""
    tasks: tuple[dict[str, Any], ...] = ()
    failed: str | None = None


class EpisodeAnswer(Struct, frozen=True):
    """One episode."""

    episode: int
    failed: str | None = None
    plays: dict[str, Play] = {}
    differs: tuple[str, ...] = ()
    other: Play | None = None
    """Graded against the embedded task if the pinned one was graded, and the other way
    round; ``None`` where they agree in what is graded."""


class GoldStep(Struct, frozen=True):
    """An action of the gold."""

    name: str
    kwargs: Any = None


class IdleAnswer(Struct, frozen=True):
    """A task, and an agent that does nothing."""

    domain: str
    idle: int
    failed: str | None = None
    play: Play = Play()
    outputs: int = 0
    written: tuple[GoldStep, ...] = ()
    """Gold actions that change the database."""
    changes: bool | None = None
    """Whether they all together do."""
