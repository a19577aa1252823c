"""What a re-score under watch found, as one document: ``evalrata.rescore/1``.

``evalrata rescore`` runs a benchmark's own grader on recorded episodes, in the
benchmark's own interpreter, and keeps what the grader does not tell: which build and
task data graded, how many replayed calls gave another result than the record, and
whether the grader reproduces what is already known.
"""

from typing import Literal

from msgspec import Struct, field

from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Instrument, Replayed
from evalrata.schemas.report import Input

__all__ = [
    "SCHEMA",
    "Attribution",
    "Crossed",
    "GoldDifference",
    "Idle",
    "Mismatch",
    "Regrade",
    "RescoreReport",
    "Validation",
]

SCHEMA = "evalrata.rescore/1"


class Mismatch(Struct, frozen=True, kw_only=True):
    """A replayed call that gave another result; texts are cut to 200 characters."""

    call: str
    """The tool's name."""
    recorded: str
    replayed: str
    pointer: str | None = None
    """Of the call, below the episode's record."""


class Regrade(Struct, frozen=True, kw_only=True):
    """One episode, graded again."""

    run: str
    """Id of its run."""
    task: str
    trial: int | None = None
    id: str | None = None
    pointer: str
    """JSON pointer of the record."""
    state: Literal["graded", "ungraded", "unknown"]
    """As recorded, before."""
    stored: float | None = None
    """The stored result, before."""
    value: float | None = None
    """What the grader gave now; ``None``: not graded now, for ``reason``."""
    reason: str = ""
    replay: Replayed | None = None
    mismatches: tuple[Mismatch, ...] = ()
    """The first of them, at most five."""
    idle: bool | None = None
    """Whether an agent that does nothing passes the task; ``None``: not tried."""
    writes: tuple[str, ...] = ()
    """For a pass that was gained on a task that needs a write: the required writes that
    are among the agent's own calls, as ``name(arguments)``."""
    needs_write: bool | None = None
    embedded: float | None = None
    """Result against the gold that the record embeds, where it was tried."""


class Validation(Struct, frozen=True, kw_only=True):
    """How often the grader gives again what is recorded."""

    kind: Literal["regrade", "replay", "verbatim", "stripped"]
    """``regrade``: the grader run again at each recorded end.  ``replay``: the agent's
    own actions made again, then graded.  ``verbatim``: the recorded list of actions
    made again as it is.  ``stripped``: that list without the grader's actions."""
    scaffold: str | None = None
    """Of the runs; ``None``: of all together."""
    episodes: int
    """Graded episodes that were tried."""
    reproduced: int
    higher: int = 0
    """Where the grader now gives more than is recorded."""
    lower: int = 0
    not_tried: int = 0
    reason: str = ""
    """Why those were not tried."""

    @property
    def share(self) -> float | None:
        """``reproduced / episodes``; ``None`` without episodes."""
        return self.reproduced / self.episodes if self.episodes else None


class GoldDifference(Struct, frozen=True, kw_only=True):
    """A task whose gold in the records is not that of the pinned task data."""

    task: str
    what: str
    """What differs: ``actions``, ``outputs``, ``instruction`` (which is not graded)."""
    graded: bool
    """Whether grading depends on it."""
    episodes: int
    flips: int = 0
    """Episodes with another result against the one than against the other."""


class Idle(Struct, frozen=True, kw_only=True):
    """A task, and whether an untouched environment passes it."""

    task: str
    passes: bool
    note: str = ""


class Attribution(Struct, frozen=True, kw_only=True):
    """An episode whose result differs between two builds and two sets of task data."""

    run: str
    task: str
    trial: int | None = None
    results: dict[str, float | None]
    """By ``<evaluator>/<tasks>``: ``A/A``, ``B/A``, ``A/B``, ``B/B``."""
    cause: Literal["code", "tasks", "either", "both", "cancels", "unknown"]
    """``code``, ``tasks``: that change alone gives the whole difference.  ``either``:
    each of them alone does.  ``both``: only the two together (an interaction).
    ``cancels``: one change moves it and the two together do not.  ``unknown``: one of
    the four was not graded."""


class Crossed(Struct, frozen=True, kw_only=True):
    """Two builds crossed with two sets of task data."""

    evaluators: dict[str, Instrument]
    """``A`` and ``B``."""
    tasks: dict[str, Instrument]
    scores: dict[str, float | None]
    """By ``<evaluator>/<tasks>``, over episodes graded in all four."""
    replay: dict[str, Replayed | None]
    refused: dict[str, str]
    """Cells whose numbers are not to be used, with the reason."""
    episodes: int
    causes: dict[str, int]
    flips: tuple[Attribution, ...] = ()


class RescoreReport(Struct, frozen=True, kw_only=True):
    """One re-score."""

    schema: str = SCHEMA
    benchmark: str
    refused: tuple[str, ...] = ()
    """Why no result is given; ``episodes`` then have no ``value``."""
    evaluator: Instrument
    task_data: Instrument | None = None
    original: tuple[Instrument, ...] = ()
    """What the archive names as evaluator and task data."""
    command: tuple[str, ...] = ()
    """What was run, without paths of this machine's environment."""
    max_mismatch: float = 0.0
    min_reproduced: float = 0.0
    replay: Replayed | None = None
    episodes: tuple[Regrade, ...] = ()
    validations: tuple[Validation, ...] = ()
    gold: tuple[GoldDifference, ...] = ()
    idle: tuple[Idle, ...] = ()
    crossed: Crossed | None = None
    inputs: tuple[Input, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
