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
    finished: int = 0
    graded: int = 0
    ungraded: int = 0
    crashed: int = 0
    censored: int = 0
    never_ended: int = 0
    """Still open when the run ended, or begun by a process that was killed."""
    graded_twice: int = 0
    """Given more than one grade; the last one counts."""
    declared: int | None = None
    """How many the run said it would make; ``None``: it did not say."""
    missing: int | None = None
    """Declared and not started; ``None`` where none were declared."""


class Calls(Struct, frozen=True, kw_only=True):
    """Spans, and the model calls that they describe."""

    spans: int = 0
    """Spans that ended inside the run, of any kind."""
    billed: int = 0
    """Model calls that used tokens, each once."""
    uncertain: int = 0
    """Those of ``billed`` that may not have happened: ``root`` is an interval."""
    missing: int = 0
    """Model calls whose tokens no span records: ``root`` is without them."""
    failed: int = 0
    """Failed calls without usage: they count as nothing used."""
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


class Isolation(Struct, frozen=True, kw_only=True):
    """An environment wrapper that took part: it may rightly change an unsound score."""

    wrapper: str
    """``tau-bench``, ``tau2-bench``, or the name that a wrapper of your own gives."""
    version: str | None = None
    """Of the wrapped package."""
    episodes: int = 0
    graded: int = 0
    """Gradings that ran on a copy."""
    regraded: int = 0
    """Gradings after the first of an episode: unwrapped, they would have compared the
    gold state with itself."""


class Unchecked(Struct, frozen=True, kw_only=True):
    """A number that the card does not have, and why."""

    what: str
    """Path of the field in the card (``usage.root``)."""
    why: str


class Card(Struct, frozen=True, kw_only=True):
    """What a run says about its own pipeline."""

    schema: str = SCHEMA
    run: str
    benchmark: str | None = None
    agent: str | None = None
    models: tuple[str, ...] = ()
    started: float | None = None
    """Seconds since 1970 (UTC)."""
    ended: float | None = None
    """``None``: the run had not ended when the card was made."""
    episodes: Counts = Counts()
    graded_fraction: float | None = None
    """graded / (graded + ungraded); ``None`` without an episode."""
    score: Scores = Scores()
    usage: Usages = Usages()
    by_model: dict[str, Tokens] = field(default_factory=dict)
    """Root tokens by model; the key is ``""`` where the model is not recorded."""
    cost: Costs = Costs()
    """Dollars, where the run was given prices."""
    calls: Calls = Calls()
    actions: Actions | None = None
    """Recorded actions by who did them; ``None``: none was recorded."""
    instruments: tuple[Instrument, ...] = ()
    """Pins: what took part, and in which build."""
    isolation: tuple[Isolation, ...] = ()
    dropped: Dropped = Dropped()
    sampled: str | None = None
    """The sampler, if it keeps spans from being counted: every sum is then a lower
    bound.  ``None``: every span was counted."""
    archive: str | None = None
    """File name of the records archive that was written."""
    not_checked: tuple[Unchecked, ...] = ()
    notes: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    """``evalrata``, ``opentelemetry-sdk``, ``python``."""
