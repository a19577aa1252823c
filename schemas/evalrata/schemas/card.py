"""The run card: the numbers to publish beside a score, made while the run ran.

Its JSON form is ``evalrata.card/1`` (schema: ``evalrata schema card``).  A number
that was not measured is ``None``, and ``not_checked`` says why; 0 is a measurement.
"""

from msgspec import Struct, field

from evalrata.schemas.records import Instrument
from evalrata.schemas.report import Actions, Costs, Scores, Tokens, Usages

__all__ = ["Calls", "Card", "Counts", "Dropped", "Isolation", "Unchecked"]

SCHEMA = "evalrata.card/1"


class Counts(Struct, frozen=True, kw_only=True):
    """Episodes, by how far they came.

    ``graded + ungraded = started``; crashed, censored and ``never_ended`` are about
    how an episode ended and overlap with both.
    """

    started: int = 0
    """Opened, in any process of the run."""
    finished: int = 0
    """Left again, however they ended."""
    graded: int = 0
    """The grader gave a result."""
    ungraded: int = 0
    """No grade was given, or the grader gave no value: neither passed nor failed."""
    crashed: int = 0
    """An exception left the episode, or the harness said that it crashed."""
    censored: int = 0
    """The harness said that a step, token or time limit stopped it."""
    never_ended: int = 0
    """Still open when the run ended, or begun by a process that was killed."""
    graded_twice: int = 0
    """Given more than one grade; the last one counts."""
    declared: int | None = None
    """How many the run said it would make; ``None``: it did not say."""
    missing: int | None = None
    """Declared and not started; ``None`` where none were declared."""
    undeclared: int | None = None
    """Started and not declared: another task, or more trials than were said, each
    task and trial once; ``None`` where none were declared."""
    repeated: int = 0
    """Begun under a task and trial that had been begun before: each try counts."""


class Calls(Struct, frozen=True, kw_only=True):
    """Spans, and the model calls that they describe."""

    spans: int = 0
    """Spans that ended inside the run, of any kind."""
    billed: int = 0
    """Model calls that used tokens, each once."""
    uncertain: int = 0
    """Those of ``billed`` that may not have happened: ``root`` is an interval."""
    missing: int = 0
    """Model calls whose tokens no span records: ``root`` is a lower bound."""
    failed: int = 0
    """Failed calls without usage.  A call that was cancelled or timed out may have
    been billed, so ``root`` is a lower bound.  Attempts that a client repeats inside
    one span are not seen."""
    cached: int = 0
    """Answered from a local cache, and not billed."""
    unattributed: int = 0
    """Billed calls of which nobody said whose they are."""
    flags: dict[str, int] = {}
    """Kinds of ``evalrata.schemas.root_usage`` flags, with their counts."""


class Dropped(Struct, frozen=True, kw_only=True):
    """What did not reach the numbers.  Any of them above 0 is said in ``notes``."""

    outside: int = 0
    """Spans that ended outside any run."""
    unfinished: int = 0
    """Spans of the run that had not ended when it did."""
    late: int = 0
    """Spans that ended after the run had."""
    faults: int = 0
    """Errors inside evalrata's own hooks, which it kept from the harness."""
    lines: int = 0
    """Records that could not be written to the archive."""
    evicted_attributes: int = 0
    """Spans that lost attributes to the tracer's limit."""
    forgotten: int = 0
    """Response ids that left the capped table; a repeat of one may count twice."""
    parts: int = 0
    """Processes of the run that were killed: their last records may be lost."""
    misuse: int = 0
    """Calls of the vocabulary that could not be obeyed (a grade outside an episode)."""
    unjoined: int = 0
    """Processes that were given the run (``environment()``) and did not join it."""


class Isolation(Struct, frozen=True, kw_only=True):
    """An environment wrapper that took part: it may rightly change an unsound score."""

    wrapper: str
    """``tau-bench``, ``tau2-bench``, or the name that a wrapper of your own gives."""
    version: str | None = None
    """Of the wrapped package."""
    episodes: int = 0
    """In which the wrapper ran."""
    graded: int = 0
    """Gradings that ran on a copy."""
    regraded: int = 0
    """Gradings after the first of an episode: unwrapped, they would have compared the
    gold state with itself."""


class Unchecked(Struct, frozen=True, kw_only=True):
    """A number that the card does not have, or has only a bound of, and why."""

    what: str
    """Path of the field in the card (``usage.root``)."""
    why: str
    """One clause, for the reader of the card."""


class Card(Struct, frozen=True, kw_only=True):
    """What a run says about its own pipeline."""

    schema: str = SCHEMA
    """Name and version of this format."""
    run: str
    """The id that the harness gave."""
    benchmark: str | None = None
    """As the harness named it; ``None``: it did not."""
    agent: str | None = None
    """As ``benchmark``."""
    models: tuple[str, ...] = ()
    """Those that the harness named; ``by_model`` has those that were called."""
    started: float | None = None
    """Seconds since 1970 (UTC)."""
    ended: float | None = None
    """``None``: the run had not ended when the card was made."""
    episodes: Counts = Counts()
    """Episodes, by how far they came and how they ended."""
    graded_fraction: float | None = None
    """graded / (graded + ungraded); ``None`` without an episode."""
    score: Scores = Scores()
    """The mean result under each reporting rule; the rule alone can move it."""
    usage: Usages = Usages()
    """Tokens, as each way of adding spans counts them."""
    by_model: dict[str, Tokens] = field(default_factory=dict)
    """Root tokens by model; the key is ``""`` where the model is not recorded."""
    cost: Costs = Costs()
    """Dollars, where the run was given prices."""
    calls: Calls = Calls()
    """What the token sums are made of, and what they are without."""
    actions: Actions | None = None
    """Recorded actions by who did them; ``None``: none was recorded."""
    instruments: tuple[Instrument, ...] = ()
    """Pins: what took part, and in which build."""
    isolation: tuple[Isolation, ...] = ()
    """Environment wrappers that took part."""
    dropped: Dropped = Dropped()
    """What did not reach the numbers, by kind."""
    sampled: str | None = None
    """The sampler, if it keeps spans from being counted: every sum is then a lower
    bound.  ``None``: every span was counted."""
    archive: str | None = None
    """File name of the records archive that was written."""
    not_checked: tuple[Unchecked, ...] = ()
    """What the numbers do not cover, each with its reason."""
    notes: tuple[str, ...] = ()
    """What the reader must know beside the numbers, a sentence each."""
    versions: dict[str, str] = field(default_factory=dict)
    """``evalrata``, ``opentelemetry-sdk``, ``python``."""
