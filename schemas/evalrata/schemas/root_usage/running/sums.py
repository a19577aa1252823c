"""The sums of a run that is still going on."""

from typing import NamedTuple

from msgspec import Struct

from evalrata.schemas.records import Actor, Usage

__all__ = ["Group", "RunningSums"]


class Group(NamedTuple):
    """Whose calls of which model, in which episode; ``None``: not recorded."""

    actor: Actor
    model: str
    """``""`` where the model is not recorded."""
    task: str | None
    trial: int | None


class RunningSums(Struct, frozen=True, kw_only=True):
    """What ``Ledger`` says of the spans so far, without their list.

    Spans that are open count as if they ended now, without usage.
    """

    full: dict[str, Usage]
    """Every span as a naive summer adds it, by model."""
    full_calls: dict[str, Usage]
    """Every span's own usage, by model."""
    naive_root: dict[str, Usage]
    """As ``full``, of the spans whose ``Call.parent`` is ``None``."""
    root_low: dict[str, Usage]
    """The certain records, by model."""
    root_high: dict[str, Usage]
    """All records, by model."""
    groups: dict[Group, tuple[Usage, Usage]]
    """``root_low`` and ``root_high`` by whose call it was."""
    billed: int = 0
    """Records: model calls that used tokens, each once."""
    uncertain: int = 0
    """Those of ``billed`` that count in ``root_high`` alone."""
    missing: int = 0
    """Model calls whose tokens no span records."""
    cached: int = 0
    """Records answered from a cache, and not billed."""
    failed: int = 0
    """Failed model calls without usage; of spans inside one another the innermost."""
    unattributed: int = 0
    """Those of ``billed`` whose actor is ``unknown``."""
    flags: dict[str, int]
    """How often each kind of flag was raised."""
    forgotten: int = 0
    """Places where a full table let go of what a rule would have asked: ids and spans
    that are doubted for it, roll-ups over more spans than are kept."""
    open: int = 0
    """Spans that have not ended."""
