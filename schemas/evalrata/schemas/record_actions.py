"""Records of what an agent did (``evalrata.schemas.records``)."""

from typing import Any, Literal

from msgspec import Struct

from evalrata.schemas.record_calls import Actor, Known

__all__ = ["Action", "ActionKind", "Gold", "OwnCall", "OwnCalls"]

ActionKind = Literal["tool", "reply"]
"""``tool``: a call of a tool.  ``reply``: a message to the user that the format
keeps in the same list."""


class Action(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of a list of actions (tool calls, replies)."""

    name: str
    arguments: Any = None
    """Parsed JSON as recorded; text that is not JSON stays text."""
    kind: ActionKind = "tool"
    actor: Actor = "unknown"
    known: Known | None = None


class OwnCall(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tool call that the agent's model made and that was executed."""

    name: str
    arguments: Any = None
    kind: ActionKind = "tool"
    step: int
    """Which of the model's outputs made it, counted from 0."""


class OwnCalls(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the agent's own log says it executed, in order."""

    calls: tuple[OwnCall, ...] = ()
    steps: int = 0
    """Model outputs seen."""
    unparsed: tuple[int, ...] = ()
    """Outputs that make calls which cannot be read from the text (loops,
    variables, code that does not parse)."""
    complete: bool = True
    """False if the log may lack outputs (history trimmed, several threads)."""


class Gold(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The actions that the benchmark expects, and that its grader may replay."""

    actions: tuple[Action, ...] = ()
    terminators: tuple[str, ...] = ()
    """Names that the grader's replay skips."""
    replayed: bool = False
    """True if this benchmark's grader runs these actions through the interface
    that records the agent's, so that they land in the same list."""
    requires_write: bool | None = None
    """Whether a pass needs a change of the environment.  ``None``: not known."""
    digest: str | None = None
    """Of the actions as the benchmark's grader names them beside a result
    (``Grade.against``).  ``None``: it names none."""
    pointer: str | None = None
