"""What the sums of a run are made of."""

from typing import Any

from msgspec import Struct

from evalrata.schemas.records import Actor, Usage

__all__ = ["Billed", "Flag", "Ledger"]


class Billed(Struct, frozen=True, gc=False, kw_only=True):
    """One billed model call, after every span that describes it became one record."""

    model: str | None
    provider: str | None = None
    actor: Actor = "unknown"
    task: str | None = None
    trial: int | None = None
    response: str | None = None
    usage: Usage
    spans: tuple[int, ...]
    """Indices into the calls that this record was made from."""
    certain: bool = True
    """False: it may not have happened.  It counts in ``high``, not in ``low``."""
    flags: tuple[str, ...] = ()


class Flag(Struct, frozen=True, kw_only=True):
    """Something about the spans that the sum alone does not show."""

    kind: str
    """One of the kinds that ``evalrata.schemas.root_usage`` lists."""
    message: str
    spans: tuple[int, ...]
    values: dict[str, Any] = {}


class Ledger(Struct, frozen=True, kw_only=True):
    """The token sums of a run, and the billed calls they are made of.

    Sums are by model; the key is ``""`` where the model is not recorded.
    """

    billed: tuple[Billed, ...]
    full: dict[str, Usage]
    """Every span as a naive summer adds it: roll-ups, where a span has one."""
    full_calls: dict[str, Usage]
    """Every span's own usage, aggregate namespaces left out."""
    naive_root: dict[str, Usage]
    """As ``full``, of the spans without a parent alone."""
    root_low: dict[str, Usage]
    """The certain records."""
    root_high: dict[str, Usage]
    """All records."""
    flags: tuple[Flag, ...] = ()
    missing: tuple[int, ...] = ()
    """Indices of model calls whose tokens are recorded nowhere: root is without
    them, so with any the truth is above ``root_low`` and may be above
    ``root_high``."""
