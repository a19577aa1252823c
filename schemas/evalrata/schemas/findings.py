"""What rules say: findings, and what they could not look at."""

from typing import Any, Literal

from msgspec import Struct

from evalrata.schemas.records import Where

__all__ = [
    "NOT_COMPARED",
    "NOT_TWICE",
    "SEVERITIES",
    "Confidence",
    "Coverage",
    "EpisodeRef",
    "Fault",
    "Finding",
    "Severity",
    "Status",
]

Severity = Literal["error", "warning", "info"]
Confidence = Literal["exact", "inferred"]
Status = Literal["checked", "not-applicable", "could-not-check"]

SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")
"""From the mildest to the gravest."""

NOT_TWICE = "compares two measurements: evalrata diff BEFORE AFTER"
"""Reason of a rule about re-scores where one measurement is linted."""

NOT_COMPARED = "compares runs: give several of one benchmark"
"""Reason of a rule about boards where no two runs are compared."""


class EpisodeRef(Struct, frozen=True, kw_only=True):
    """One affected record of a finding."""

    task: str
    trial: int | None = None
    pointer: str
    ranges: tuple[tuple[int, int], ...] | None = None
    """Half-open index ranges inside the record's action list."""
    field: str | None = None
    """JSON pointer of the field that is wrong, where it lies inside the record."""
    values: dict[str, Any] | None = None


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that is wrong, in one run or on one board.

    Every number in ``message`` and ``values`` can be computed again from what
    ``episodes`` and ``pointers`` point to.

    Where to look: a finding with ``file`` (that of one run) gives JSON pointers into
    ``member`` of ``file``, or into ``file``.  One without (of a board, or of all runs)
    gives in ``pointers`` whole places: ``file#pointer``, or ``file!/member#pointer``.
    """

    rule: str
    severity: Severity
    confidence: Confidence
    message: str
    run: str | None = None
    board: str | None = None
    file: str | None = None
    member: str | None = None
    count: int = 1
    """Records affected."""
    checked: int = 1
    """Records looked at."""
    episodes: tuple[EpisodeRef, ...] = ()
    undecided: tuple[EpisodeRef, ...] = ()
    """Records of which the rule cannot say whether they are affected, or how far."""
    values: dict[str, Any] = {}
    pointers: tuple[str, ...] = ()
    published: str | None = None
    """Id of the erratum that already covers this finding (``--errata``)."""
    draft: bool = False
    """Whether the document of that erratum is a draft, not yet published."""
    suppressed: str | None = None
    """The reason given for suppressing it in the configuration."""


class Coverage(Struct, frozen=True, kw_only=True):
    """What one rule looked at in one run (or board), and what it could not."""

    rule: str
    status: Status
    run: str | None = None
    board: str | None = None
    checked: int = 0
    unchecked: int = 0
    """Records that the rule would look at but could not, for ``reason``."""
    reason: str | None = None


class Fault(Struct, frozen=True, kw_only=True):
    """An input, or a place in one, that could not be read; or evalrata's own fault."""

    kind: str
    """``unreadable``, ``unknown-format``, ``nothing-read`` (a folder or archive without
    one member in a known format), ``malformed``, ``limit``, ``password``.
    ``internal``: a part of evalrata or a plug-in failed; ``where`` is what it was at,
    or the plug-in's entry point."""
    where: Where
    message: str
