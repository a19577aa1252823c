"""What a comparison is told."""

from msgspec import Struct

from evalrata.lint.comparing.comparison import Limits
from evalrata.schemas.comparability import Comparability

__all__ = ["Options"]


class Options(Struct, frozen=True, kw_only=True):
    """How two sides are compared."""

    by: tuple[str, ...] = ()
    """What runs are pooled by: ``scaffold``, ``model``, ``agent``, ``benchmark``,
    ``domain``."""
    tasks: frozenset[str] | None = None
    """Only episodes of these tasks; ``None``: of all."""
    acting: bool = False
    """Only episodes of tasks whose gold has an action that is no terminator."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Ids of runs that are the same: before, after."""
    infer_renamed: bool = True
    """Whether rows without a namesake are matched by agent, models, scaffold and
    date."""
    limits: Limits = Limits()
    table: Comparability | None = None
    """``None``: the table that comes with evalrata."""
