"""The records that every reader makes, every rule reads and a live run writes.

One model for all formats, in the field's own terms.  A record says what the
file said: what a file does not record is ``None``, never 0 and never ``False``,
and nothing is repaired on the way in.  Counts are integers, tokens are tokens,
costs are US dollars, times are seconds since 1970 (UTC).

All records are frozen msgspec structs: cheap to make, hashable by identity,
and encoded to JSON with ``msgspec.json.encode``.
"""

from typing import Any, Literal

from msgspec import Struct, field

from evalrata.schemas.record_actions import Action, ActionKind, Gold, OwnCall, OwnCalls
from evalrata.schemas.record_calls import Actor, Call, Known, Totals, Usage

__all__ = [
    "Action",
    "ActionKind",
    "Actor",
    "Board",
    "Call",
    "Declaration",
    "Episode",
    "Gold",
    "Grade",
    "Instrument",
    "Known",
    "OwnCall",
    "OwnCalls",
    "Replayed",
    "Reported",
    "Rescoring",
    "Role",
    "Run",
    "RunRecords",
    "Stated",
    "Termination",
    "Totals",
    "Usage",
    "Where",
]

Role = Literal[
    "evaluator",
    "task_data",
    "user_simulator",
    "judge",
    "harness",
    "tracer",
    "price_table",
]
"""What an instrument does in the pipeline that made the number."""


class Where(Struct, frozen=True):
    """A place in an input; every finding points to one."""

    file: str
    """Path as the caller gave it."""
    member: str | None = None
    """Member inside an archive (``a.zip`` -> ``b.json``), outermost first, ``!/``
    between levels."""
    pointer: str | None = None
    """JSON pointer (RFC 6901) inside the file or member; ``""`` is the whole."""
    row: int | None = None
    """Row, counted from 0, where the file is a table or JSON Lines."""

    def __str__(self) -> str:
        """Write the place the way messages print it."""
        text = self.file if self.member is None else f"{self.file}!/{self.member}"
        if self.row is not None:
            text += f" row {self.row}"
        return f"{text}#{self.pointer}" if self.pointer else text


class Grade(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether an episode was graded, and with what result."""

    state: Literal["graded", "ungraded", "unknown"]
    value: float | None = None
    """The grader's result.  ``None`` unless ``state`` is ``graded``."""
    value_pointer: str | None = None
    """JSON pointer of ``value``, where the file records it apart from ``stored``."""
    stored: float | None = None
    """The number that the file stores as the episode's result."""
    stored_pointer: str | None = None
    """JSON pointer of ``stored``."""
    reason: str = ""
    """Why the state is what it is, in one clause."""
    inferred: bool = False
    """True if the state follows from what the grader left or did not leave; False if
    the file records it (``evalrata.schemas.grading``)."""
    pointer: str | None = None
    """Where the evidence is (JSON pointer)."""
    against: str | None = None
    """Digest of the expected actions that the grader says it compared with, made as
    ``Gold.digest`` is.  ``None``: it names none."""
    against_pointer: str | None = None


class Termination(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an episode ended, by the recorded reason."""

    kind: Literal["completed", "censored", "crashed", "unknown"] = "unknown"
    """``censored``: stopped by a step, token or time limit.  ``crashed``: stopped
    by an error of the infrastructure."""
    no_crash: bool = False
    """True if the format records a crash where there was one, and this record has
    none: the absence is evidence, whether or not ``kind`` is known."""
    reason: str | None = None
    """The recorded word or message, verbatim."""
    pointer: str | None = None


class Replayed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Recorded tool calls that were made again, and how many gave another result."""

    calls: int
    """Calls that the record holds a result of, so that it could be compared."""
    mismatched: int
    """Of these, calls that gave another result than the recorded one.  A benchmark's
    page says whether two errors in other words are the same result."""
    uncompared: int = 0
    """Calls that were made again where the format records results, and the record
    holds none that can be compared: they are not among ``calls``."""
    pointer: str | None = None


class Episode(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One attempt of an agent at a task."""

    task: str
    trial: int | None = None
    id: str | None = None
    pointer: str
    """JSON pointer of the record in the run's file."""
    grade: Grade
    termination: Termination = Termination()
    actions: tuple[Action, ...] | None = None
    """The list of actions stored as the episode's, in order.  ``None``: the
    format has none."""
    actions_pointer: str | None = None
    own: OwnCalls | None = None
    """Tool calls in the agent's own log.  ``None``: no such log."""
    gold: Gold | None = None
    task_digest: str | None = None
    """Digest of what the task's grading depends on, when embedded."""
    cost: dict[Actor, float | None] | None = None
    """Dollars stored for the episode, by actor.  A value ``None``: the field is there
    and null.  An actor without an entry: there is no such field."""
    usage: dict[Actor, Usage] | None = None
    """Usage summed over the episode's messages, by actor."""
    models: dict[str, int] | None = None
    """Agent turns by the model that the turn names."""
    tool_call_ids: tuple[str, ...] = ()
    """Ids of tool calls, in order, repeats included."""
    turns: int | None = None
    """Agent turns recorded."""
    notes: dict[str, Any] | None = None
    """Recorded oddities a rule asks for by name (see the reader's page)."""
    totals: Totals | None = None
    """What the file states for the episode as a whole, apart from its calls."""
    running: tuple[Totals, ...] = ()
    """Totals so far, in order, where the file repeats them with its events: the last
    one is the episode's, and their sum is nothing."""
    parent: str | None = None
    """``id`` of the episode that started this one as a sub-agent."""
    continues: str | None = None
    """``id`` of the episode that this one goes on from, after its context was cut."""
    replay: Replayed | None = None
    """What a re-score saw when it made the episode's calls again.  ``None``: it was not
    re-scored, or nothing was counted."""


class Instrument(Struct, frozen=True, kw_only=True):
    """Something that took part in making the number."""

    role: Role
    """What it did in the run."""
    name: str
    """Of the package, file, model or service."""
    version: str | None = None
    """Of the release."""
    commit: str | None = None
    """Of its repository."""
    digest: str | None = None
    """Of its content: SHA-256 in hex, with or without ``sha256:`` before it; another
    after its algorithm's name."""
    mode: str | None = None
    """How it was used."""
    domain: str | None = None
    """The domain it was used for, where a run has several."""
    pointer: str | None = None
    """Where a file names it; ``None`` on a run card."""
    known: str | None = None
    """How the build is known, in a clause: ``HEAD of its checkout``.  ``None``: not
    recorded apart from ``pointer``."""


class Stated(Struct, frozen=True):
    """A number that a file states about the records beside it."""

    of: str
    """Which number of ``evalrata.schemas.report.RunRow`` it should be, as a path:
    ``graded``, ``usage.root.input``."""
    value: float | int | tuple[float, float]
    """The number, or the interval ``[low, high]`` that contains it."""
    pointer: str


class Reported(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a file says about its own totals.  Only ever read, never computed."""

    score: float | None = None
    """As a share of 1."""
    score_pointer: str | None = None
    metric: str | None = None
    """What the file calls the number that ``score`` is: ``accuracy``, ``pass^1``."""
    reducer: str | None = None
    """How the results of one task became one before the mean, where the file says
    (``evalrata.schemas.reducers``): ``mean``, ``max``, ``pass_at_3``.  ``None``: it
    does not say."""
    not_mean: str | None = None
    """Why ``score`` is no mean of the episodes' results, in one clause: it cannot be
    computed from the records then.  ``None``: nothing says that."""
    over: int | None = None
    """How many tasks ``score`` is over, where the file or the format's definition says
    so: an absent one counts as a failure then."""
    cost: float | None = None
    cost_pointer: str | None = None
    cost_copies: tuple[str, ...] = ()
    """Other places that repeat ``cost``: corrected together or not at all."""
    cost_others: dict[str, float] | None = None
    """Places that state the total cost with another number than ``cost``."""
    usage: dict[str, Usage] | None = None
    """By model."""
    usage_of: Literal["all"] | None = None
    """``all``: by the format's definition, usage and cost are those of every model that
    the run called, whoever called it.  ``None``: it says nothing."""
    usage_pointer: str | None = None
    usage_pointers: dict[str, dict[str, str]] | None = None
    """By model and field of ``Usage``: the place of the number that is exactly that
    field.  A field that the reader had to compute has no place."""
    episodes: int | None = None
    """Number of episodes that the header claims."""
    episodes_pointer: str | None = None
    passed: tuple[str, ...] | None = None
    """Tasks listed as successful."""
    passed_pointer: str | None = None
    failed: tuple[str, ...] | None = None
    failed_pointer: str | None = None
    stated: tuple[Stated, ...] = ()
    """The numbers of a run card that travels with the records."""


class Rescoring(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """That the stored results were computed again from records, as the file says."""

    original: tuple[Instrument, ...] = ()
    """The evaluator and the task data that made the results before; those of the
    re-score are the run's ``instruments``."""
    of: str | None = None
    """SHA-256 (hex) of the file that was re-scored."""
    replay: Replayed | None = None
    """Over all episodes.  ``None``: not recorded, which is not 0."""
    only: Literal["up", "down"] | None = None
    """The one direction in which results were said to move."""
    pointer: str | None = None


class Declaration(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A statement in prose that a rule may quote, with its place."""

    kind: str
    """``rescore``: says that scores were computed again by another evaluator."""
    text: str
    pointer: str


class Run(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One results file or one row of a leaderboard: everything but its episodes."""

    id: str
    format: str
    where: Where
    digest: str | None = None
    """SHA-256 (hex) of the file or member that it was read from.  Who opens the
    input sets it, not the reader."""
    benchmark: str | None = None
    domains: tuple[str, ...] = ()
    """Domains, subsets or splits of the benchmark."""
    agent: str | None = None
    scaffold: str | None = None
    models: tuple[str, ...] = ()
    instruments: tuple[Instrument, ...] = ()
    status: Literal["active", "withdrawn", "lower bound"] | None = None
    status_source: str | None = None
    """Who says so: the place (JSON pointer) or the quoted words."""
    run_ids: tuple[str, ...] = ()
    """Ids under which others refer to the run, for joining tables."""
    labels: dict[str, str] | None = None
    """What tells it apart from the other runs of its file, whatever graded it: of a
    mapped table run, agent, model and domain.  ``None``: its id alone."""
    date: str | None = None
    """Date of the evaluation, ISO 8601."""
    reported: Reported = Reported()
    by_domain: dict[str, Reported] | None = None
    """What a leaderboard row reports per domain."""
    declared_tasks: tuple[str, ...] | None = None
    """Tasks that the run says it covers."""
    declared_count: int | None = None
    """How many tasks it says it covers, where it does not name them."""
    declared_trials: int | None = None
    declared_pointer: str | None = None
    benchmark_size: int | None = None
    """Tasks that the benchmark's split holds, by its own publication
    (``evalrata.schemas.benchmarks``), or in the data that its harness loaded."""
    board: str | None = None
    """Name of the published table that the run is a row of."""
    pass_mark: float = 1.0
    """The smallest grade that the benchmark counts as a pass."""
    declarations: tuple[Declaration, ...] = ()
    rescoring: Rescoring | None = None
    """``None``: nothing says that the results are a re-score's."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Facets that the format cannot express, each with the reason in words.

    Facets: ``episodes``, ``actions``, ``own_calls``, ``grade``, ``gold``,
    ``termination``, ``calls``, ``usage``, ``cost``, ``score``, ``evaluator``,
    ``task_data``, ``user_simulator``, ``harness``, ``date``, ``model``,
    ``declared_tasks``, ``prompts``; ``whole``: records of this file are missing.
    """
    notes: dict[str, Any] | None = None
    """Recorded oddities a rule asks for by name (see the reader's page)."""


class RunRecords(Struct, frozen=True, kw_only=True):
    """A run with its episodes and calls; what a reader yields and a rule reads."""

    run: Run
    episodes: tuple[Episode, ...] = ()
    calls: tuple[Call, ...] = ()


class Board(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rows that one table compares."""

    id: str
    rows: tuple[str, ...]
    """Run ids, in the table's order."""
    benchmark: str | None = None
