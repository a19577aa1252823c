"""What a benchmark's re-score gives to ``evalrata rescore``.

A driver knows one benchmark: where its code and task data lie in a checkout, and how to
ask its grader.  It decides nothing: whether the numbers may be reported, and what is
written, is the same for all (``evalrata.integrations.rescoring``).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from evalrata.schemas.records import Instrument, Replayed, RunRecords
from evalrata.schemas.rescore import GoldDifference, Idle, Regrade, Validation

__all__ = ["Checkout", "Driver", "Found", "Taken"]


class Checkout(Struct, frozen=True, kw_only=True):
    """A benchmark's code, and the interpreter that has what it imports."""

    path: Path
    """Folder of the repository, or a folder that holds the package."""
    python: str
    tasks: Path | None = None
    """Folder to take the task data from instead; ``None``: that of ``path``."""
    embedded: bool = False
    """Grade against the tasks that the records embed, not those of the checkout."""


class Taken(Struct, frozen=True, kw_only=True):
    """A run of the archive, with the file to hand to the benchmark."""

    records: RunRecords
    path: Path
    """A file on disk that holds it: of an archive's member, a copy."""


class Found(Struct, frozen=True, kw_only=True):
    """What the grader gave, and what was seen while it ran."""

    evaluator: Instrument
    """``known`` says how its build is known."""
    task_data: Instrument | None
    episodes: tuple[Regrade, ...]
    """One for each episode of the runs, in their order."""
    replay: Replayed | None
    validations: tuple[Validation, ...] = ()
    gold: tuple[GoldDifference, ...] = ()
    idle: tuple[Idle, ...] = ()
    command: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Driver(Protocol):
    """One benchmark."""

    name: str
    """As in ``evalrata rescore NAME`` and ``Run.benchmark``."""
    formats: tuple[str, ...]
    """Names of the readers whose runs it can grade."""

    def pin(self, checkout: Checkout) -> tuple[Instrument, Instrument | None]:
        """Return evaluator and task data.  Raises ``UsageError`` for no checkout."""

    def rescore(self, taken: Sequence[Taken], checkout: Checkout) -> Found:
        """Grade again.  Raises ``UsageError`` for what cannot be run."""
