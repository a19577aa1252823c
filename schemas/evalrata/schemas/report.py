"""The report: findings, coverage, and the numbers of each run, as one document.

``Report`` is what ``evalrata lint`` makes and every renderer reads.  Its JSON
form is ``evalrata.report/1`` (schema: ``evalrata schema report``).
"""

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import SEVERITIES, Coverage, Fault, Finding, Severity
from evalrata.schemas.records import Actor, Instrument

if TYPE_CHECKING:  # pandas is an extra
    import pandas as pd

__all__ = [
    "Actions",
    "BoardRow",
    "Costs",
    "EpisodeGrade",
    "Input",
    "Multiplier",
    "Number",
    "Report",
    "RunRow",
    "Score",
    "Scores",
    "StoredOf",
    "Tokens",
    "Usages",
]

SCHEMA = "evalrata.report/1"

Number = int | float | tuple[float, float]
"""A number, or the interval ``[low, high]`` that contains it."""


class Input(Struct, frozen=True, kw_only=True):
    """A file that was looked at, whether it could be read or not."""

    path: str
    """As the caller gave it, a URL without credentials; ``!/`` between an archive and
    its member."""
    format: str | None
    """The reader's name (several, with ``+`` between, for an archive).  ``None``:
    nothing of it was read, for the reason in ``note``."""
    bytes: int | None
    """Size on disk, or of the member as unpacked; ``None``: not known."""
    sha256: str | None
    """Digest of the whole file's bytes; ``None``: nothing of it was read, or not all
    of it, for the reason in ``note``."""
    encrypted: bool | None = None
    """Whether a password opened it; ``None``: not recorded."""
    note: str | None = None


class Score(Struct, frozen=True, kw_only=True):
    """A mean over ``n`` episodes."""

    value: float
    """The mean."""
    n: int | None
    """``None`` where the file reports a value without saying over how many."""


class Scores(Struct, frozen=True, kw_only=True):
    """The run's score under each reporting rule (``evalrata.schemas.scores``)."""

    reported: Score | None = None
    """As published; a run card has none."""
    as_recorded: Score | None = None
    """Of the results that the harness stored, whatever they stand for."""
    graded_only: Score | None = None
    """Of the graded episodes."""
    completed_only: Score | None = None
    """Of the stored results of episodes that ended by themselves."""
    without_crashed: Score | None = None
    """Of the stored results of episodes that no error ended."""
    low: Score | None = None
    """Of all episodes, those not known to be graded taken as failures."""
    high: Score | None = None
    """Of all episodes, those not known to be graded taken as passes."""


class Tokens(Struct, frozen=True, kw_only=True):
    """Input, output and total tokens; ``None`` where not recorded."""

    input: Number | None = None
    """Cached input included."""
    output: Number | None = None
    """Reasoning included."""
    total: Number | None = None
    """Of both, as far as they are recorded; ``None`` if neither is."""


class Multiplier(Struct, frozen=True, kw_only=True):
    """``full / root``; ``None`` where root is 0 or unknown."""

    input: Number | None = None
    """Of input tokens."""
    output: Number | None = None
    """Of output tokens."""
    total: Number | None = None
    """Of both."""
    cost: Number | None = None
    """Of dollars at dated prices."""


StoredOf = Literal["agent", "episode"]
"""What the numbers stored with episodes count: what the file calls the agent's, or what
it states for the episode as a whole."""


class Usages(Struct, frozen=True, kw_only=True):
    """Token totals of a run, counted in the four ways that get published."""

    reported: Tokens | None = None
    """As published; a run card has none."""
    full: Tokens | None = None
    """Every span added, roll-ups included: what a naive summer publishes."""
    full_calls: Tokens | None = None
    """Every span's own usage added, aggregate namespaces left out."""
    root: Tokens | None = None
    """Each billed call once."""
    naive_root: Tokens | None = None
    """Spans without a parent added."""
    multiplier: Multiplier = Multiplier()
    """``full / root``: the depth of nesting."""
    by_actor: dict[Actor, Tokens] | None = None
    """``root`` by who made the call; ``None``: no call says."""
    stored: Tokens | None = None
    """What the file stores with episodes, added; a count that one of them lacks has no
    sum.  An interval where the tokens of one may be part of another's."""
    stored_episodes: int | None = None
    """Episodes that ``stored`` adds."""
    stored_of: StoredOf | None = None
    """Whose tokens they are."""


class Costs(Struct, frozen=True, kw_only=True):
    """Dollars: as published, and as the two token counts cost at dated prices."""

    reported: float | None = None
    """``None``: not reported, or no finite number (``records.not-a-number``)."""
    full: Number | None = None
    """``None`` where a model has no price: a sum that leaves one out is no cost."""
    root: Number | None = None
    """As ``full``."""
    full_at_least: float | None = None
    """What the models with a price cost, where others have none."""
    root_at_least: float | None = None
    """As ``full_at_least``, of the calls that are certain."""
    by_actor: dict[Actor, Number | None] | None = None
    """``root`` by who made the call, ``None`` where one of the actor's models has no
    price.  ``None`` as a whole: no call says who made it."""
    stored: Number | None = None
    """What the file stores with episodes, added.  An interval where the cost of one may
    be part of another's."""
    stored_episodes: int | None = None
    """Episodes that ``stored`` adds."""
    stored_of: StoredOf | None = None
    """Whose cost it is."""
    unpriced: tuple[str, ...] = ()
    """Models with tokens but without a price."""
    unpriced_reasons: dict[str, str] = {}
    """Why, for those of them that the price data knows."""


class Actions(Struct, frozen=True, kw_only=True):
    """Recorded actions by who did them."""

    agent: int = 0
    """By the agent that is evaluated."""
    user_simulator: int = 0
    """By the simulated user."""
    grader: int = 0
    """By the grader: the replayed gold, for one."""
    environment: int = 0
    """By the environment itself."""
    unknown: int = 0
    """By nobody knows whom."""


class EpisodeGrade(Struct, frozen=True, kw_only=True):
    """An episode that was not graded, or of which it is not known."""

    task: str
    trial: int | None = None
    pointer: str
    """JSON pointer of the episode inside the run's file or member."""
    state: Literal["ungraded", "unknown"]
    reason: str
    """Why the state is what it is, in one clause."""


class RunRow(Struct, frozen=True, kw_only=True):
    """The numbers of one run.  Counts are ``None`` where the file has no episodes."""

    id: str
    file: str
    format: str
    member: str | None = None
    benchmark: str | None = None
    agent: str | None = None
    models: tuple[str, ...] = ()
    board: str | None = None
    date: str | None = None
    episodes: int | None = None
    graded: int | None = None
    ungraded: int | None = None
    unknown: int | None = None
    not_graded: tuple[EpisodeGrade, ...] = ()
    """The episodes that ``ungraded`` and ``unknown`` count, in the file's order."""
    crashed: int | None = None
    """Episodes recorded as crashed; ``None``, not 0, where none is and it is not known
    of every episode."""
    censored: int | None = None
    """The same for those that a limit stopped."""
    status: Literal["active", "withdrawn", "lower bound"] | None = None
    """What the publisher says of the run; ``None``: nothing.  A withdrawn run is
    compared with nothing, and one whose score is a lower bound is not ranked."""
    status_source: str | None = None
    """Who says so: the place, or the quoted words."""
    metric: str | None = None
    """What the file calls its score."""
    score: Scores = Scores()
    usage: Usages = Usages()
    cost: Costs = Costs()
    actions: Actions | None = None
    instruments: tuple[Instrument, ...] = ()
    not_named: dict[str, str] = {}
    """Why no evaluator or no task data is among them, by role, in a clause."""
    incomplete: str | None = None
    """Why records of the run are missing here, or may be; ``None``: nothing says that
    any is.  Every other number counts what is here, but for ``score.low`` and
    ``score.high``."""
    size: int | None = None
    """Episodes of an ``incomplete`` run with those that are not here, or of its
    benchmark's published split; ``None``: not known, or not asked."""
    why: dict[str, str] = {}
    """Why a number is ``None``, by its path (``score.low``, ``cost``), in a clause."""


class BoardRow(Struct, frozen=True, kw_only=True):
    """A table of compared runs."""

    id: str
    rows: tuple[str, ...]
    groups: dict[str, tuple[tuple[str, ...], ...]]
    """Per domain (``""`` where runs have none): rows that may be ranked with one
    another, unless they are ``lower_bounds``.  A row whose evaluator is not known
    stands alone."""
    front_reported: tuple[str, ...] | None = None
    """Rows on the cost-accuracy front under reported cost; ``None``: not computable."""
    front_root: tuple[str, ...] | None = None
    front_stored: tuple[str, ...] | None = None
    """Under the cost that files store with episodes, per episode: where every row
    stores one with each of its episodes, and all of one kind (``stored_of``)."""
    stored_of: StoredOf | None = None
    """The kind of ``front_stored``."""
    withdrawn: tuple[str, ...] = ()
    """Rows that were taken back: not in ``rows``, and compared with nothing."""
    lower_bounds: tuple[str, ...] = ()
    """Rows of ``rows`` whose score is a lower bound: they are on no front, and a row
    that one of them beats is not either."""


class Report(Struct, frozen=True, kw_only=True):
    """Everything one lint run found, looked at, and could not look at."""

    schema: str = SCHEMA
    inputs: tuple[Input, ...] = ()
    runs: tuple[RunRow, ...] = ()
    boards: tuple[BoardRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    faults: tuple[Fault, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    """``evalrata``, and the price data's version when prices were looked up."""
    notes: tuple[str, ...] = ()
    """Remarks about the lint itself: suppressions that matched nothing, errata that
    cover a finding only in part, numbers that JSON cannot hold."""

    def at_least(self, severity: Severity) -> tuple[Finding, ...]:
        """Return findings of this severity or graver that are not suppressed."""
        floor = SEVERITIES.index(severity)
        return tuple(
            f
            for f in self.findings
            if SEVERITIES.index(f.severity) >= floor and f.suppressed is None
        )

    def to_pandas(self) -> "pd.DataFrame":
        """One row per finding and affected record.

        Columns: rule, severity, confidence, run, board, file, member, task, trial,
        pointer, field, message.  A finding without records gives one row for each of
        its ``pointers``, or one with the place empty.  Raises ``UsageError`` without
        pandas (the extra ``pandas`` of evalrata).
        """
        try:
            import pandas as pd  # noqa: PLC0415 - an extra, imported where it is used
        except ImportError as error:
            raise UsageError(
                "to_pandas needs pandas: the extra pandas of evalrata, or pip install "
                "pandas"
            ) from error

        return pd.DataFrame(list(_rows(self.findings)), columns=list(_COLUMNS))


_COLUMNS = (
    "rule",
    "severity",
    "confidence",
    "run",
    "board",
    "file",
    "member",
    "task",
    "trial",
    "pointer",
    "field",
    "message",
)


Place = tuple[str | None, int | None, str | None, str | None]
"""Task, trial, pointer and field."""


def _rows(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for f in findings:
        head = (f.rule, f.severity, f.confidence, f.run, f.board, f.file, f.member)
        rows += [(*head, *place, f.message) for place in _places(f)]
    return rows


def _places(f: Finding) -> list[Place]:
    places: list[Place] = [(e.task, e.trial, e.pointer, e.field) for e in f.episodes]
    if not places:
        places = [(None, None, pointer, None) for pointer in f.pointers]
    return places or [(None, None, None, None)]
