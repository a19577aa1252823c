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
from evalrata.schemas.report import Input, Score

__all__ = [
    "SCHEMA",
    "Attribution",
    "Crossed",
    "GoldDifference",
    "Idle",
    "Mismatch",
    "Regrade",
    "RescoreReport",
    "RunScores",
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
    gold: Literal["recorded", "pinned"] | None = None
    """Whose gold graded: that of the records, or that of the pinned task data."""
    episodes: int
    """Graded episodes that were tried."""
    reproduced: int
    higher: int = 0
    """Where the grader now gives more than is recorded."""
    lower: int = 0
    failed: int = 0
    """Tried episodes that have no result now: they are not reproduced."""
    why: str = ""
    """The commonest reasons of those, with counts."""
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
    the four was not graded, or the result differs between two sets of task data that
    define the tasks the same."""


class Crossed(Struct, frozen=True, kw_only=True):
    """Two builds crossed with two sets of task data.

    Builds are called ``A`` and ``B``.  Task data has the name that ``--tasks`` gives
    it: ``A`` and ``B`` for those of the builds, ``embedded`` for those in the records,
    ``C`` and ``D`` for those of another folder, by their place.
    """

    evaluators: dict[str, Instrument]
    """``A`` and ``B``."""
    tasks: dict[str, Instrument]
    """By name, the first one first."""
    evaluators_same: bool | None = None
    """Whether the two name the same build; ``None``: one of them names none."""
    tasks_same: bool | None = None
    """Whether both define the tasks that were graded the same, by their digests;
    ``None``: one has no digest."""
    scores: dict[str, float | None]
    """By ``<evaluator>/<tasks>``, over the episodes graded in all cells that are not
    refused; ``None`` for a refused one."""
    replay: dict[str, Replayed | None]
    refused: dict[str, str]
    """Cells whose numbers are not to be used, with the reason.  If there are any,
    nothing is attributed."""
    mismatches: dict[str, tuple[Mismatch, ...]] = {}
    """By refused cell, the first calls that gave another result, at most five; the
    pointers are those of the file."""
    episodes: int
    """Graded in all cells that are not refused."""
    causes: dict[str, int]
    flips: tuple[Attribution, ...] = ()


class RunScores(Struct, frozen=True, kw_only=True):
    """A run's scores before and after, under two rules; ``None``: no result counts."""

    run: str
    graded_before: Score | None
    """Over the episodes that are graded with a result."""
    graded_after: Score | None
    recorded_before: Score | None
    """Over the episodes with a stored result, whatever it stands for."""
    recorded_after: Score | None


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
    max_ungraded: float = 1.0
    """The largest share of episodes with a recorded result that may have none now."""
    thresholds: tuple[str, ...] = ()
    """Those of the three that are not the default, in words."""
    replay: Replayed | None = None
    episodes: tuple[Regrade, ...] = ()
    validations: tuple[Validation, ...] = ()
    gold: tuple[GoldDifference, ...] = ()
    idle: tuple[Idle, ...] = ()
    scores: tuple[RunScores, ...] = ()
    """Of each run; none if refused."""
    crossed: Crossed | None = None
    """Of a cross; of a refused one, the scores of the cells that are not refused, or
    none if no cell gives the recorded results again."""
    inputs: tuple[Input, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
