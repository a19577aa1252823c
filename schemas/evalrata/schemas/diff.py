"""The difference of two measurements, as one document: ``evalrata.diff/1``.

``evalrata diff`` makes it from two archives, two boards, or two revisions of a board.
A *row* is a run on both sides: a leaderboard's row, or an archive's run.  A *column* is
a score that rows share, per domain.  Only rows with a value on both sides are ranked
and paired; the others are named.

Ranks are those of competitions: equal values share the best one, and the next rank is
left out (1, 2, 2, 4).  The highest value is first.  A pair of rows is *inverted* if one
row is above the other before and below it after; a pair that is equal on either side is
a *tie* and not inverted.
"""

from typing import Literal

from msgspec import Struct, field

from evalrata.schemas.findings import Coverage, Fault, Finding
from evalrata.schemas.records import Instrument
from evalrata.schemas.report import Input

__all__ = [
    "SCHEMA",
    "Column",
    "Diff",
    "Episodes",
    "Flip",
    "Group",
    "Interval",
    "Measured",
    "Mixed",
    "OrderChange",
    "Pins",
    "Place",
    "RankChange",
    "Replay",
    "RowDiff",
    "RowValue",
    "Shared",
    "TaskChange",
]

SCHEMA = "evalrata.diff/1"

Side = Literal["before", "after"]


class Place(Struct, frozen=True, kw_only=True):
    """A row's place in a column."""

    rank: int
    tied: int
    """Rows that share the rank, the row itself left out: 0 if it stands alone."""
    value: float


class RankChange(Struct, frozen=True, kw_only=True):
    """A row whose rank or value differs."""

    row: str
    before: Place
    after: Place


class Shared(Struct, frozen=True, kw_only=True):
    """Which episodes the two values of a row are means of."""

    both: int
    """Episodes that are on both sides, graded or not; 0: the values are of different
    episodes, and their difference is no change of a score."""
    before: int
    """In the denominator of the side."""
    after: int
    only_before: int = 0
    """Of ``before``, those without a counterpart after."""
    only_after: int = 0


class RowValue(Struct, frozen=True, kw_only=True):
    """A row's values in a column, whether or not it is ranked."""

    row: str
    before: float | None
    """``None``: the row is not there, or has no value here."""
    after: float | None
    rescored: bool | None
    """Whether its declared evaluator changed, or the after side states that it is a
    re-score; ``None``: not known on one side, or the row is on one side alone."""
    episodes: Shared | None = None
    """``None``: the values are not both means of recorded episodes, or records of a
    side are missing."""


class Mixed(Struct, frozen=True, kw_only=True):
    """All rows together, those that were re-scored beside those that were not."""

    pairs: int
    inversions: int
    ties: int = 0
    between: int = 0
    """Pairs of a re-scored row and one that was not."""
    between_inversions: int = 0
    """Of ``between``, those inverted: what the mixture alone creates."""
    inverted: tuple[tuple[str, str], ...] = ()
    """The inverted pairs, the row that was above first; 10,000 of them, those of
    ``between_inversions`` before any other."""
    rank_changes: tuple[RankChange, ...] = ()


class Column(Struct, frozen=True, kw_only=True):
    """One score of the rows, before and after."""

    column: str
    """The domain; ``score`` where rows name none or the runs are archives of one."""
    rows: int
    """Rows with a value on both sides."""
    rescored: int
    """Of these, rows whose declared evaluator changed, or whose after side states that
    it is a re-score."""
    pairs: int
    """Pairs of re-scored rows; ``inversions``, ``ties`` and ``rank_changes`` are theirs
    too."""
    inversions: int
    ties: int
    rank_changes: tuple[RankChange, ...] = ()
    inverted: tuple[tuple[str, str], ...] = ()
    """The inverted pairs, the row that was above first; the first 10,000 of them."""
    not_rescored: tuple[str, ...] = ()
    """Rows whose declared evaluator is the same, and that state no re-score."""
    unknown: tuple[str, ...] = ()
    """Rows of which it is not known, since a side names no evaluator build."""
    moved: int = 0
    """Re-scored rows whose value differs."""
    mixed: Mixed
    values: tuple[RowValue, ...] = ()
    """Every row of the column, sorted by the value after, then before, then name."""
    only: Side | None = None
    """The column is on this side alone: nothing of it is compared."""


class Pins(Struct, frozen=True, kw_only=True):
    """What graded a row."""

    evaluator: tuple[Instrument, ...] = ()
    task_data: tuple[Instrument, ...] = ()


class RowDiff(Struct, frozen=True, kw_only=True):
    """A run on both sides."""

    before: str
    """Its id."""
    after: str
    matched: Literal["id", "file", "labels", "alone", "episodes", "identity", "given"]
    """By what the two are the same run: their id; the digest of the file that the after
    side says it re-scored; their labels in a table, whatever graded them; each being
    alone on its side; shared episode ids; agent, models, scaffold and date (an
    inference); or ``--rename``."""
    pins_before: Pins = Pins()
    pins_after: Pins = Pins()
    evaluator_changed: bool | None = None
    """By what the sides declare; ``None``: one of them does not name its build."""
    comparable: bool | None = None
    """Whether the two builds are comparable, for all domains of the run: they are the
    same, or the comparability table holds both.  ``None``: not known."""
    domains_changed: tuple[str, ...] = ()
    """Domains whose grading the table says changed in between."""
    declared: tuple[str, ...] = ()
    """Sentences of the after side that declare a re-score."""


class Flip(Struct, frozen=True, kw_only=True):
    """An episode whose result differs."""

    row: str
    """The run's id on the after side."""
    task: str
    trial: int | None = None
    before: float | None
    """``None``: not in the denominator."""
    after: float | None
    direction: Literal["up", "down", "entered", "left"]
    criteria_changed: bool | None = None
    """Whether the digests of the task differ; ``None``: one side has none."""
    pointer_before: str | None = None
    pointer_after: str | None = None


class Episodes(Struct, frozen=True, kw_only=True):
    """Episodes of all rows, matched by id, else by task and trial.

    An episode is in the denominator if it was graded with a result.
    """

    compared: int = 0
    """In the denominator on both sides."""
    up: int = 0
    down: int = 0
    entered: int = 0
    """In the denominator after, and not before."""
    left: int = 0
    """In the denominator before, and not after."""
    entered_passed: int = 0
    """Of ``entered``, those that pass."""
    left_passed: int = 0
    """Of ``left``, those that had passed."""
    stored_changed: int = 0
    """Whose stored number differs, in the denominator or not."""
    ambiguous: int = 0
    """Of both sides, not compared: several episodes share the key."""
    only_before: int = 0
    """Without a counterpart, graded or not."""
    only_after: int = 0
    score_before: float | None = None
    """Mean over ``compared``."""
    score_after: float | None = None
    criteria_changed: int = 0
    """Of ``compared``, episodes whose task digest differs."""
    criteria_unknown: int = 0
    """Of ``compared``, episodes with a digest on one side at most."""
    flips_criteria_changed: int = 0
    """Of ``up`` and ``down``, those whose task digest differs; the others flipped under
    the same criteria, by the evaluator's code or its data, or it is not known."""
    flips_criteria_same: int = 0
    flips: tuple[Flip, ...] = ()
    """Sorted by row, task and trial."""


class TaskChange(Struct, frozen=True, kw_only=True):
    """A task of several episodes, some of which differ."""

    task: str
    criteria_changed: bool | None
    compared: int
    up: int = 0
    down: int = 0
    entered: int = 0
    left: int = 0


class Replay(Struct, frozen=True, kw_only=True):
    """Calls that the re-score made again."""

    calls: int | None = None
    """``None``: not recorded."""
    mismatched: int | None = None
    share: float | None = None
    """``mismatched / calls``; ``None`` also where there were no calls."""


class Interval(Struct, frozen=True, kw_only=True):
    """A mean of ``n`` episodes with an interval of 95 %."""

    value: float
    n: int
    low: float | None
    """``None``: too few tasks, on a scale without known ends, to bound the mean."""
    high: float | None
    tasks: int = 0
    """Tasks that the episodes are of: the interval treats these as drawn, not the
    episodes."""


class Measured(Struct, frozen=True, kw_only=True):
    """A group's score on each side, over the episodes compared."""

    before: Interval
    after: Interval
    change: Interval
    """``after - before``; the interval is that of the paired difference."""
    noise: float | None = None
    """Half-width (95 %) of what the score would move if the runs were made again with
    nothing changed.  ``None``: no task has two trials, so it cannot be told."""
    resolved: bool | None = None
    """Whether the move is larger than ``noise``; ``None``: not known."""


class Group(Struct, frozen=True, kw_only=True):
    """Rows put together by ``--by``."""

    key: dict[str, str | None]
    """What they share: ``{"scaffold": ..., "model": ...}``; ``None``: not recorded.
    With fewer fields than were asked for: pooled over the absent ones; none: over
    all."""
    rows: tuple[str, ...]
    scores: Measured | None
    """``None``: no episode of them is compared."""


class OrderChange(Struct, frozen=True, kw_only=True):
    """Two groups that changed places."""

    above_before: dict[str, str | None]
    above_after: dict[str, str | None]
    gap_before: float
    gap_after: float
    resolved: bool | None
    """Whether both gaps are outside re-run noise."""


class Diff(Struct, frozen=True, kw_only=True):
    """Everything that differs between two measurements of the same runs."""

    schema: str = SCHEMA
    before: str
    """What was compared: a path, or ``REPO@REV``."""
    after: str
    refused: tuple[str, ...] = ()
    """Why the numbers are not to be reported, a reason each; empty: nothing says so."""
    rows: tuple[RowDiff, ...] = ()
    left: tuple[str, ...] = ()
    """Rows of the before side without a counterpart."""
    entered: tuple[str, ...] = ()
    """Rows of the after side without one."""
    columns: tuple[Column, ...] = ()
    episodes: Episodes | None = None
    """``None``: no row has episodes on both sides."""
    tasks: tuple[TaskChange, ...] = ()
    """Tasks with a flip or with changed criteria."""
    replay: Replay = Replay()
    groups: tuple[Group, ...] = ()
    order_changes: tuple[OrderChange, ...] = ()
    filter: str | None = None
    """Which tasks alone were compared, in words."""
    filtered_out: int = 0
    """Episodes that the filter left out."""
    findings: tuple[Finding, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    faults: tuple[Fault, ...] = ()
    inputs_before: tuple[Input, ...] = ()
    inputs_after: tuple[Input, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
