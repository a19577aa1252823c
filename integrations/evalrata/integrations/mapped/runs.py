"""The runs of a table: rows that share run, agent, model, domain and evaluator."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from evalrata.integrations.mapped.cells import text
from evalrata.integrations.mapped.columns import at
from evalrata.integrations.mapped.lacks import lacks
from evalrata.schemas.records import (
    Episode,
    Instrument,
    Reported,
    Run,
    RunRecords,
    Where,
)

if TYPE_CHECKING:  # imports pydantic, and every lint imports the readers
    from evalrata.schemas.config_mapping import Mapping

__all__ = ["FORMAT", "Header", "Runs"]

FORMAT = "table"
DAY = 10
"""Characters of an ISO 8601 date."""


class Header(NamedTuple):
    """What tells runs of one table apart; ``None``: not mapped, or an empty cell."""

    run: str | None
    agent: str | None
    model: str | None
    domain: str | None
    evaluator: str | None


class Runs:
    """Collects episodes by run, in the order in which runs appear."""

    def __init__(self, mapping: "Mapping", where: Where, stem: str) -> None:
        """Start with none."""
        self._mapping, self._where, self._stem = mapping, where, stem
        self._episodes: dict[Header, list[Episode]] = {}
        self._dates: dict[Header, str] = {}

    def add(self, row: Any, episode: Episode) -> None:
        """Put an episode where its row belongs."""
        columns = self._mapping.columns
        header = Header(
            *(
                None
                if (path := getattr(columns, name)) is None
                else text(at(row, path))
                for name in Header._fields
            )
        )
        self._episodes.setdefault(header, []).append(episode)
        date = None if columns.date is None else text(at(row, columns.date))
        if date is not None:
            self._dates[header] = min(date, self._dates.get(header, date))

    def finished(self) -> Iterator[RunRecords]:
        """Yield the runs; of an empty table one without episodes."""
        alone = len(self._episodes) <= 1
        for header, episodes in (self._episodes or {Header(*[None] * 5): []}).items():
            yield RunRecords(
                run=self._run(header, episodes, alone=alone), episodes=tuple(episodes)
            )

    def _run(self, header: Header, episodes: list[Episode], *, alone: bool) -> Run:
        given = self._mapping
        domain, model = header.domain or given.domain, header.model or given.model
        named = [part for part in header if part is not None]
        run = Run(
            id=self._stem if alone else "/".join((self._stem, *named)),
            format=FORMAT,
            where=self._where,
            benchmark=given.benchmark,
            domains=() if domain is None else (domain,),
            agent=header.agent or given.agent,
            models=() if model is None else (model,),
            instruments=self._instruments(header),
            date=(self._dates.get(header) or given.date or "")[:DAY] or None,
            # What was published about a table of several runs is about none of them.
            reported=_reported(given) if alone else Reported(),
            declared_count=None if self._is_part(header) else given.declared_tasks,
            declared_trials=given.declared_trials,
            pass_mark=given.pass_mark,
            run_ids=() if header.run is None else (header.run,),
            labels=_labels(header),
        )
        return structs.replace(run, lacks=lacks(run, episodes, given))

    def _is_part(self, header: Header) -> bool:
        """Say whether only its evaluator tells it from another run of the table.

        Then the declared tasks are those of both together.
        """
        same = header._replace(evaluator=None)
        parts = (h._replace(evaluator=None) == same for h in self._episodes)
        return sum(parts) > 1

    def _instruments(self, header: Header) -> tuple[Instrument, ...]:
        given = self._mapping
        version = header.evaluator or given.evaluator_version
        name = given.evaluator or given.benchmark
        if version is None or name is None:
            return ()
        return (Instrument(role="evaluator", name=name, version=version),)


def _labels(header: Header) -> dict[str, str] | None:
    """Return what the run is called, but for the evaluator."""
    parts = header._asdict()
    del parts["evaluator"]
    return {name: text for name, text in parts.items() if text is not None} or None


def _reported(given: "Mapping") -> Reported:
    stated = given.reported
    return Reported(score=stated.score, cost=stated.cost, episodes=stated.episodes)
