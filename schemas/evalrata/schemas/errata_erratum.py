"""One erratum: what is wrong, how it was found, how to correct it."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from typing_extensions import Self

from evalrata.schemas.errata_affected import Affected, Impact
from evalrata.schemas.errata_base import Closed, Digest, ErratumId, Time
from evalrata.schemas.errata_steps import Policy

__all__ = ["Category", "Detection", "Erratum", "Evidence", "Tool", "Withdrawal"]

Count = Annotated[int, Field(ge=0)]
Category = Literal[
    "cost_accounting",
    "not_graded",
    "grading_wrong",
    "grader_leak",
    "evaluator_drift",
    "record_loss",
    "duplication",
    "provenance",
    "task_defect",
    "other",
]
"""What kind of thing is wrong."""


class Tool(Closed):
    """A program, by name and version."""

    name: str
    version: str | None
    """``None``: not recorded."""


class Evidence(Closed):
    """Something that supports the erratum, without quoting protected text."""

    kind: Literal["count", "example", "code", "reproduction", "upstream", "statistics"]
    text: Annotated[str, Field(max_length=4000)]
    uri: str | None = None


class Detection(Closed):
    """How it was found, so that others can find it again."""

    tool: Tool
    rule: str
    """Name of the lint rule."""
    confidence: Literal["exact", "inferred"]
    parameters: dict[str, Any]
    """Whatever else changes the verdict: options, versions of data."""
    command: tuple[str, ...]
    """Arguments for a person to run; a loader never runs them."""
    inputs: tuple[Digest, ...]
    records_seen: Count
    records_eligible: Count
    """Records that were looked at; the others are undecidable."""
    records_undecidable: Count
    undecidable_reason: str | None = None


class Withdrawal(Closed):
    """The erratum no longer holds; its entry stays."""

    at: Time
    reason: Annotated[str, Field(min_length=1)]


class Erratum(Closed):
    """One error in the data, with its life."""

    id: ErratumId
    revision: Annotated[int, Field(ge=1)]
    published: Time
    modified: Time
    withdrawn: Withdrawal | None = None
    upstream: tuple[str, ...] = ()
    """The error in a tool that caused this one."""
    title: Annotated[str, Field(max_length=160)]
    details: str
    category: Category
    affected: Annotated[tuple[Affected, ...], Field(min_length=1)]
    impact: Impact
    evidence: tuple[Evidence, ...] = ()
    detection: Detection
    policies: tuple[Policy, ...]
    """Alternatives; the first is the default, none means information only."""
    after: tuple[ErratumId, ...] = ()
    """Errata whose steps run first, where they write the same field."""

    @model_validator(mode="after")
    def _steps_fit(self) -> Self:
        for policy in self.policies:
            ids = [step.id for step in policy.steps]
            if len(set(ids)) != len(ids):
                raise ValueError(f"policy {policy.name}: two steps have one id")
            for step in policy.steps:
                if step.affected >= len(self.affected):
                    raise ValueError(
                        f"step {step.id}: affected {step.affected} does not exist"
                    )
        return self
