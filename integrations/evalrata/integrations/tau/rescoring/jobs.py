"""What is asked of the benchmark about one recorded episode."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from evalrata.schemas.canonical import canonical
from evalrata.schemas.records import Episode

__all__ = ["Job", "Kind", "Step", "index_of", "key", "within"]

Kind = Literal["regrade", "replay", "verbatim", "stripped"]
"""Ways to make an episode again (``evalrata.schemas.rescore.Validation``)."""

DEEPEST = 60
"""Levels of arguments and tasks that are passed to another process."""

DIGITS = 9
"""Of the largest index of a task."""


class Step(Struct, frozen=True, kw_only=True):
    """An action of the record: a tool call, or a message to the user."""

    name: str
    arguments: Any
    recorded: Any = None
    """What is recorded as the environment's answer; ``None``: nothing is."""
    pointer: str | None = None


class Job(Struct, frozen=True, kw_only=True):
    """An episode that is to be graded."""

    run: str
    episode: Episode
    """With its grade settled."""
    scaffold: str | None = None
    domain: str | None = None
    pass_mark: float = 1.0
    embedded: dict[str, Any] | None = None
    """The task that the record embeds, without what it leaves out."""
    steps: tuple[Step, ...] = ()
    plays: dict[Kind, tuple[int, ...]] = {}
    """By kind, positions of the steps that are made."""
    own: frozenset[int] = frozenset()
    """Positions of the steps that are the agent's."""
    untried: dict[Kind, str] = {}
    """By kind, why it cannot be tried."""
    compared: bool = False
    """Whether the steps have recorded results."""
    refused: str | None = None
    """Why the episode cannot be graded at all."""

    @property
    def calls(self) -> frozenset[tuple[str, str]]:
        """The agent's own actions."""
        return frozenset(key(s.name, s.arguments) for s in map(self.step, self.own))

    def step(self, position: int) -> Step:
        """Return the step at a position."""
        return self.steps[position]


def key(name: str, arguments: Any) -> tuple[str, str]:
    """Return what two equal actions share."""
    return name, canonical(arguments)


def index_of(task: str) -> int | None:
    """Return the index of a task in the benchmark's list, if its id is one."""
    fits = task.isascii() and task.isdecimal() and len(task) <= DIGITS
    return int(task) if fits else None


def within(value: Any, levels: int = DEEPEST) -> bool:
    """Say whether a JSON value is nested no deeper than ``levels``."""
    if not isinstance(value, (dict, list, Mapping)):
        return True
    if levels == 0:
        return False
    parts = value if isinstance(value, list) else value.values()
    return all(within(part, levels - 1) for part in parts)
