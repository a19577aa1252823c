"""What rules look at: a run or a board, with the derived numbers beside it.

A view computes each derived number once, when a rule first asks: the actor of
each recorded action, whether each episode was graded, the root usage, the costs.
The numbers themselves are defined in ``evalrata.schemas``.
"""

from functools import cached_property

import msgspec

from evalrata.lint.content import digest_of
from evalrata.lint.summary import run_row
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.grading import leaves_traces, settle
from evalrata.schemas.log_pairing import misplaced
from evalrata.schemas.prices import Pricer
from evalrata.schemas.provenance import Attribution, attribute
from evalrata.schemas.records import Call, Episode, Run, RunRecords
from evalrata.schemas.report import RunRow
from evalrata.schemas.root_usage import Ledger, ledger

__all__ = ["BoardView", "Entry", "RunView"]


class RunView:
    """One run, as a rule sees it."""

    def __init__(
        self,
        records: RunRecords,
        *,
        price: Pricer | None = None,
        fingerprint: bool = False,
        table: Comparability | None = None,
    ) -> None:
        """Keep the records; nothing is computed yet.

        ``fingerprint`` turns on the matching of calls that carry no response id
        (``evalrata.schemas.root_usage``).  ``table`` says which builds are comparable;
        ``None``: the one that comes with evalrata.
        """
        self.run: Run = records.run
        self.calls: tuple[Call, ...] = records.calls
        self.price = price
        self.table = table
        self._recorded = records.episodes
        self._fingerprint = fingerprint

    def lacks(self, *facets: str) -> str | None:
        """Return why the format cannot show one of ``facets``, else ``None``."""
        return next((self.run.lacks[f] for f in facets if f in self.run.lacks), None)

    @cached_property
    def attributions(self) -> tuple[Attribution | None, ...]:
        """Who did each recorded action, per episode; ``None`` without actions."""
        found = self._attributed(None)
        if not any(a is not None and a.contradicted for a in found):
            return found
        doubt = misplaced(self._recorded)
        return self._attributed(doubt) if doubt else found

    def _attributed(self, doubt: str | None) -> tuple[Attribution | None, ...]:
        return tuple(
            None
            if e.actions is None
            else attribute(e.actions, e.own, e.gold, doubt=doubt)
            for e in self._recorded
        )

    @cached_property
    def episodes(self) -> tuple[Episode, ...]:
        """Return the episodes, with actors on their actions and the grade settled."""
        traced = leaves_traces(self._recorded, self.attributions)
        return tuple(
            msgspec.structs.replace(
                episode,
                grade=settle(episode, found, traced=traced),
                actions=None if found is None else found.label(episode.actions or ()),
            )
            for episode, found in zip(self._recorded, self.attributions, strict=True)
        )

    @cached_property
    def ledger(self) -> Ledger | None:
        """Root and full usage; ``None`` if the run has no calls."""
        if not self.calls:
            return None
        return ledger(self.calls, fingerprint=self._fingerprint)

    @cached_property
    def row(self) -> RunRow:
        """The run's numbers, as the report prints them."""
        return run_row(self)

    @cached_property
    def entry(self) -> "Entry":
        """What stays of the run once its rules have answered."""
        found: dict[str, set[str]] = {}
        for episode in self._recorded:
            if episode.task_digest is not None:
                found.setdefault(episode.task, set()).add(episode.task_digest)
        tasks = {task: tuple(sorted(digests)) for task, digests in found.items()}
        inferred = any(e.grade.inferred for e in self.episodes)
        content = digest_of(self._recorded)
        return Entry(self.run, self.row, tasks, inferred, content)


class Entry(msgspec.Struct, frozen=True):
    """A row of a board."""

    run: Run
    row: RunRow
    tasks: dict[str, tuple[str, ...]] = {}
    """Digests of the task data that each task was graded with, where recorded."""
    grades_inferred: bool = False
    """Whether of some episode it was inferred that it was graded, or not."""
    content: str | None = None
    """Digest of the episodes' results and totals (``evalrata.lint.content``)."""


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that one table compares, as a rule sees them."""

    id: str
    entries: tuple[Entry, ...]
    withdrawn: tuple[Entry, ...] = ()
    """Rows that were taken back: no rule compares them."""
    table: Comparability | None = None
    """Which builds are comparable; ``None``: as the table that comes with evalrata."""

    @property
    def published(self) -> bool:
        """Whether a published table compares the rows.

        Otherwise they are put together because their benchmark and domains agree.
        """
        return all(entry.run.board is not None for entry in self.entries)

    def domains(self) -> tuple[str, ...]:
        """Return domains that at least two rows have; ``("",)`` if rows name none."""
        count: dict[str, int] = {}
        for entry in self.entries:
            for domain in entry.run.domains or ("",):
                count[domain] = count.get(domain, 0) + 1
        return tuple(sorted(d for d, n in count.items() if n > 1))

    def of(self, domain: str) -> tuple[Entry, ...]:
        """Return rows that have ``domain``."""
        return tuple(e for e in self.entries if domain in (e.run.domains or ("",)))
