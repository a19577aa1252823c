"""The report: findings, coverage, and the numbers of each run, as one document.

``Report`` is what ``evalrata lint`` makes and every renderer reads.  Its JSON
form is ``evalrata.report/1`` (schema: ``evalrata schema report``).
"""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from evalrata.schemas.findings import SEVERITIES, Coverage, Fault, Finding, Severity
from evalrata.schemas.records import Instrument

if TYPE_CHECKING:  # pandas is an extra
    import pandas as pd

__all__ = [
    "Actions",
    "BoardRow",
    "Costs",
    "Input",
    "Multiplier",
    "Number",
    "Report",
    "RunRow",
    "Score",
    "Scores",
    "Tokens",
    "Usages",
]

SCHEMA = "evalrata.report/1"

Number = int | float | tuple[float, float]
"""A number, or the interval ``[low, high]`` that contains it."""


class Input(Struct, frozen=True, kw_only=True):
    """A file that was looked at, whether it could be read or not."""

    path: str
    """As the caller gave it; ``!/`` between an archive and its member."""
    format: str | None
    """The reader's name (several, with ``+`` between, for an archive).  ``None``:
    nothing of it was read, for the reason in ``note``."""
    bytes: int | None
    """Size on disk, or of the member as unpacked; ``None``: not known."""
    sha256: str | None
    """Digest of the bytes on disk; ``None``: nothing of it was read."""
    encrypted: bool | None = None
    """Whether a password opened it; ``None``: not recorded."""
    note: str | None = None


class Score(Struct, frozen=True, kw_only=True):
    """A mean over ``n`` episodes."""

    value: float
    n: int | None
    """``None`` where the file reports a value without saying over how many."""


class Scores(Struct, frozen=True, kw_only=True):
    """The run's score under each reporting rule (``evalrata.schemas.scores``)."""

    reported: Score | None = None
    as_recorded: Score | None = None
    graded_only: Score | None = None
    completed_only: Score | None = None
    without_crashed: Score | None = None
    low: Score | None = None
    high: Score | None = None


class Tokens(Struct, frozen=True, kw_only=True):
    """Input, output and total tokens; ``None`` where not recorded."""

    input: Number | None = None
    output: Number | None = None
    total: Number | None = None


class Multiplier(Struct, frozen=True, kw_only=True):
    """``full / root``; ``None`` where root is 0 or unknown."""

    input: Number | None = None
    output: Number | None = None
    total: Number | None = None
    cost: Number | None = None


class Usages(Struct, frozen=True, kw_only=True):
    """Token totals of a run, counted in the four ways that get published."""

    reported: Tokens | None = None
    full: Tokens | None = None
    """Every span added, roll-ups included: what a naive summer publishes."""
    full_calls: Tokens | None = None
    """Every span's own usage added, aggregate namespaces left out."""
    root: Tokens | None = None
    """Each billed call once."""
    naive_root: Tokens | None = None
    """Spans without a parent added."""
    multiplier: Multiplier = Multiplier()


class Costs(Struct, frozen=True, kw_only=True):
    """Dollars: as published, and as the two token counts cost at dated prices."""

    reported: float | None = None
    full: Number | None = None
    root: Number | None = None
    unpriced: tuple[str, ...] = ()
    """Models with tokens but without a known price; their cost is not in the sums."""


class Actions(Struct, frozen=True, kw_only=True):
    """Recorded actions by who did them."""

    agent: int = 0
    user_simulator: int = 0
    grader: int = 0
    environment: int = 0
    unknown: int = 0


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
    crashed: int | None = None
    censored: int | None = None
    score: Scores = Scores()
    usage: Usages = Usages()
    cost: Costs = Costs()
    actions: Actions | None = None
    instruments: tuple[Instrument, ...] = ()


class BoardRow(Struct, frozen=True, kw_only=True):
    """A table of compared runs."""

    id: str
    rows: tuple[str, ...]
    groups: dict[str, tuple[tuple[str, ...], ...]]
    """Per domain (``""`` where runs have none): rows that may be ranked with one
    another.  A row whose evaluator is not known stands alone."""
    front_reported: tuple[str, ...] | None = None
    """Rows on the cost-accuracy front under reported cost; ``None``: not computable."""
    front_root: tuple[str, ...] | None = None


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

        Columns: rule, severity, confidence, run, board, file, task, trial,
        pointer, message.  A finding without records gives one row with task,
        trial and pointer empty.  Needs pandas (``pip install "evalrata[pandas]"``).
        """
        import pandas as pd  # noqa: PLC0415 - an extra, imported where it is used

        return pd.DataFrame(list(_rows(self.findings)), columns=list(_COLUMNS))


_COLUMNS = (
    "rule",
    "severity",
    "confidence",
    "run",
    "board",
    "file",
    "task",
    "trial",
    "pointer",
    "message",
)


def _rows(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for f in findings:
        head = (f.rule, f.severity, f.confidence, f.run, f.board, f.file)
        places: list[tuple[str | None, int | None, str | None]]
        places = [(e.task, e.trial, e.pointer) for e in f.episodes]
        rows += [(*head, *place, f.message) for place in places or [(None, None, None)]]
    return rows
