"""What rules about a re-score look at: two sides, and what differs between them."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept, Outcome
from evalrata.lint.comparing.rescored import moved, same_episodes
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.diff import Diff

__all__ = ["Comparison", "Limits", "RunPair"]


class Limits(Struct, frozen=True, kw_only=True):
    """What a re-score may do before it is an error."""

    mismatch: float = 0.01
    """The largest share of replayed calls that may give another result."""
    drop: float = 0.1
    """The largest fall of a run's score (a share of 1) that is no finding."""
    only: Literal["up", "down"] | None = None
    """The one direction that the caller says results moved in; ``None``: as declared by
    the after side, if it is."""


class RunPair(Struct, frozen=True, kw_only=True, dict=True):
    """A run on both sides, and its episodes that were matched."""

    before: Kept
    after: Kept
    matched: tuple[tuple[int, int], ...] = ()
    """Positions of each matched episode among the sides' ``outcomes``."""

    @cached_property
    def same(self) -> bool | None:
        """Whether both sides hold the same recorded episodes, as ``same_episodes``."""
        return same_episodes(self)

    @cached_property
    def moved(self) -> tuple[tuple[Outcome, Outcome], ...]:
        """The matched episodes whose result differs, or that one side lacks."""
        return tuple(moved(self))


class Comparison(Struct, frozen=True, kw_only=True):
    """Two measurements of the same runs."""

    diff: Diff
    """Complete but for ``refused``, ``findings`` and ``coverage``."""
    pairs: tuple[RunPair, ...]
    """In the order of ``diff.rows``."""
    limits: Limits = Limits()
    table: Comparability | None = None
    """``None``: the table that comes with evalrata."""
