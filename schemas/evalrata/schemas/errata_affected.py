"""Which records an erratum is about, and what it moves."""

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator
from typing_extensions import Self

from evalrata.schemas.errata_base import Closed, FieldPath, Interval, Pointer, Scalar
from evalrata.schemas.errata_predicates import Predicate

__all__ = ["Affected", "Axis", "Effect", "Impact", "Key", "Selector", "ValueState"]

Index = Annotated[int, Field(ge=0)]
ValueState = Literal[
    "wrong", "unknown", "censored", "mislabelled", "duplicated", "missing"
]
"""What is known of the stored value.  ``wrong``: the true one is known or can be
computed; ``censored``: it lies within ``bounds``."""


class Key(Closed):
    """One record."""

    task: str | None = None
    trial: int | None = None
    pointer: Pointer
    """Where the record is in the file with the table's digest."""
    ranges: tuple[tuple[Index, Index], ...] | None = None
    """Half-open index ranges inside the affected list, in order."""

    @model_validator(mode="after")
    def _ranges_ascend(self) -> Self:
        ranges = self.ranges or ()
        empty = any(start >= stop for start, stop in ranges)
        if empty or any(a[1] > b[0] for a, b in pairwise(ranges)):
            raise ValueError("ranges must not be empty, overlap or go back")
        return self


class Selector(Closed):
    """The affected records: keys are the authority, ``where`` explains them."""

    keys: tuple[Key, ...]
    count: Annotated[int, Field(ge=0)]
    """The number of keys, so that a shortened list shows."""
    where: Predicate | None = None
    undecidable: Annotated[int, Field(ge=0)]
    """Records about which nothing is said: neither selected nor cleared."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.count != len(self.keys):
            raise ValueError(
                f"count is {self.count} but there are {len(self.keys)} keys"
            )
        if len({(k.task, k.trial, k.pointer) for k in self.keys}) != self.count:
            raise ValueError("two keys are the same record")
        return self


class Affected(Closed):
    """One statement about these fields of these records."""

    table: str
    status: Literal[
        "affected", "not_affected", "fixed", "under_investigation", "disputed"
    ]
    justification: (
        Literal[
            "field_not_present",
            "instrument_not_used",
            "records_not_graded_by_affected_build",
            "already_corrected_by_publisher",
            "value_unused_by_any_score",
            "checked_and_absent",
        ]
        | None
    ) = None
    """Needed where the status is ``not_affected``."""
    fields: Annotated[tuple[FieldPath, ...], Field(min_length=1)]
    """Fields whose stored value is not to be believed."""
    selector: Selector
    state: ValueState
    bounds: Interval | None = None

    @model_validator(mode="after")
    def _says_what_it_must(self) -> Self:
        if self.status == "not_affected" and self.justification is None:
            raise ValueError("status not_affected needs a justification")
        if self.state == "censored" and self.bounds is None:
            raise ValueError("state censored needs bounds")
        return self


class Effect(Closed):
    """One number before and after the correction."""

    metric: str
    unit: str | None = None
    scope: str
    """What the number is of."""
    before: Scalar
    after: Scalar
    """Null where the correction leaves it unknown."""
    interval: Interval | None = None
    """What the true value lies within, where ``after`` does not settle it."""
    n_before: int | None = None
    n_after: int | None = None
    rule_before: str | None = None
    """Reporting rule of ``before`` (``as_recorded``)."""
    rule_after: str | None = None


class Axis(Closed):
    """The effect on one use of the data."""

    state: Literal["measured", "none", "unknown"]
    level: Literal["low", "moderate", "high", "critical"] | None = None
    """A person's judgement; a draft makes none."""
    items: tuple[Effect, ...] = ()

    @model_validator(mode="after")
    def _measured_has_numbers(self) -> Self:
        if (self.state == "measured") != bool(self.items):
            raise ValueError("an axis has items if, and only if, it was measured")
        return self


class Impact(Closed):
    """Four axes and no single number: what ruins a cost may leave a score alone."""

    score: Axis
    rank: Axis
    cost: Axis
    training: Axis
