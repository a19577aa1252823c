"""What ``evalrata card check`` asks of a card."""

from msgspec import Struct

from evalrata.schemas.records import Role

__all__ = ["ANY", "Limits"]

ANY = "any"
"""Said of an option: do not ask."""


class Limits(Struct, frozen=True, kw_only=True):
    """Thresholds; ``None`` does not ask.  The defaults are those of the command.

    The multiplier is not asked for by default: it is the depth of nesting, which is
    no fault of a card that counts root usage.  Nor are failed calls: with retries
    they are normal.
    """

    min_graded: float | None = 1.0
    max_never_ended: int | None = 0
    max_dropped: int | None = 0
    pinned: tuple[Role, ...] = ("evaluator", "task_data")
    max_missing: int | None = 0
    only_if_declared: bool = True
    """``max_missing`` is asked for only where the run declared its episodes."""
    max_crashed: int | None = None
    usage: bool = True
    """Tokens have to be measured."""
    max_without_usage: int | None = 0
    max_failed: int | None = None
    max_uncertain: int | None = None
    max_unattributed: int | None = None
    max_multiplier: float | None = None
    require_records: bool = False
    """The archive that the card names has to be there."""
