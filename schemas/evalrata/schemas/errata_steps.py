"""The eight operators that a correction is made of, and nothing else.

A step runs on the records of one affected set.  What it selects and what it
expects is decided on the record as published, never on a half-corrected one.
"""

from typing import Annotated, Literal

from pydantic import Field

from evalrata.schemas.errata_base import (
    Closed,
    Digest,
    FieldPath,
    Interval,
    RelativePath,
    Scalar,
)
from evalrata.schemas.errata_predicates import Formula, Predicate

__all__ = [
    "Censor",
    "Compute",
    "Exclude",
    "Flag",
    "Lookup",
    "Policy",
    "RemoveElements",
    "Rescore",
    "Scorer",
    "Set",
    "SideTable",
    "Step",
]


class SideTable(Closed):
    """A table beside the document, in the same folder.  Never fetched."""

    path: RelativePath
    sha256: Digest
    format: Literal["parquet", "jsonl"]
    rows: Annotated[int, Field(ge=0)]
    columns: tuple[str, ...] | None = None


class _Step(Closed):
    id: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")]
    """Unique in its policy; a ledger names a step ``ERRATUM@revision#id``."""
    affected: Annotated[int, Field(ge=0)]
    """Index into the erratum's ``affected``."""
    expect: Predicate | None = None
    """Must hold of the published record, else the step is refused there."""
    reason: str | None = None


class Flag(_Step):
    """Mark the record; change nothing."""

    op: Literal["flag"]


class Set(_Step):
    """Replace a field by a constant."""

    op: Literal["set"]
    field: FieldPath
    value: Scalar


class Censor(_Step):
    """Replace a field by null, and keep what is known of it beside: not by 0."""

    op: Literal["censor"]
    field: FieldPath
    state: Literal["not_graded", "grader_error", "not_run", "invalid_task", "unknown"]
    bounds: Interval | None = None
    """The true value lies between these."""


class Compute(_Step):
    """Replace a field by a formula over the same record."""

    op: Literal["compute"]
    field: FieldPath
    formula: Formula
    round: Annotated[int, Field(ge=0, le=12)] | None = None


class Lookup(_Step):
    """Replace fields by values that a side table gives per key."""

    op: Literal["lookup"]
    fields: tuple[FieldPath, ...]
    values: SideTable


class RemoveElements(_Step):
    """Remove elements of a list field at recorded positions.

    The positions are the half-open index ranges of each key in the affected set:
    what is removed can sit in the middle, so a cut or a suffix would not do.
    """

    op: Literal["remove_elements"]
    field: FieldPath
    ranges: Literal["keys"]


class Exclude(_Step):
    """Leave the record out of the corrected view; it stays in the data."""

    op: Literal["exclude"]


class Scorer(Closed):
    """A scorer build."""

    name: str
    version: str
    digest: Digest | None = None


class Rescore(_Step):
    """Say that a scorer has to be run.  A loader does not run it."""

    op: Literal["rescore"]
    field: FieldPath
    scorer: Scorer
    until_done: Literal["censor", "keep"] = "censor"


Step = Annotated[
    Flag | Set | Censor | Compute | Lookup | RemoveElements | Exclude | Rescore,
    Field(discriminator="op"),
]
"""One operator with its operands."""


class Policy(Closed):
    """One way to correct; an erratum may offer several, the first is its default."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,32}$")]
    summary: str | None = None
    steps: tuple[Step, ...]
    """In order."""
