"""A run's row of numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.lint.bill import costs
from evalrata.lint.by_actor import cost_by_actor, tokens_by_actor
from evalrata.lint.missing import gap_of
from evalrata.lint.stored import stored_cost, stored_tokens
from evalrata.lint.unknown import why_none
from evalrata.schemas.records import Episode, Run, Usage
from evalrata.schemas.report import (
    Actions,
    Costs,
    EpisodeGrade,
    RunRow,
    Tokens,
    Usages,
)
from evalrata.schemas.scores import crash_known, score_under_each_rule
from evalrata.schemas.usages import counted, ratio

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["run_row"]

SHOULD_BE_NAMED = ("evaluator", "task_data")

ByModel = dict[str, Usage]


def run_row(view: "RunView") -> RunRow:
    """Return the numbers of a run."""
    run, episodes = view.run, view.episodes
    known = "episodes" not in run.lacks
    grades = Counter(e.grade.state for e in episodes)
    ends = Counter(e.termination.kind for e in episodes)
    gap = gap_of(run, episodes)
    usage = _usages(view)
    cost = _costs(view)
    row = RunRow(
        id=run.id,
        file=run.where.file,
        member=run.where.member,
        format=run.format,
        benchmark=run.benchmark,
        agent=run.agent,
        models=run.models,
        board=run.board,
        date=run.date,
        status=run.status,
        status_source=run.status_source,
        metric=run.reported.metric,
        episodes=len(episodes) if known else None,
        graded=grades["graded"] if known else None,
        ungraded=grades["ungraded"] if known else None,
        unknown=grades["unknown"] if known else None,
        not_graded=tuple(_not_graded(episodes)),
        crashed=_ended(ends["crashed"], all(map(crash_known, episodes)), known),
        censored=_ended(ends["censored"], not ends["unknown"], known),
        score=score_under_each_rule(episodes, run.reported, gap),
        usage=structs.replace(
            usage,
            multiplier=structs.replace(
                usage.multiplier, cost=ratio(cost.full, cost.root)
            ),
        ),
        cost=cost,
        actions=_actions(episodes),
        instruments=run.instruments,
        not_named=dict(_not_named(run)),
        incomplete=None if gap is None else gap.reason,
        size=None if gap is None else gap.size,
    )
    return structs.replace(row, why=why_none(view, row, gap))


def _not_named(run: Run) -> Iterator[tuple[str, str]]:
    """Give the reason for each role that should be named and is not."""
    for role in SHOULD_BE_NAMED:
        if all(i.role != role for i in run.instruments):
            yield role, run.lacks.get(role, "the record names none")


def _ended(count: int, told: bool, known: bool) -> int | None:  # noqa: FBT001 - two facts about the count
    """Return a count; 0 only if it is told of every episode that it is none."""
    return count if known and (count or told) else None


def _costs(view: "RunView") -> Costs:
    cost = costs(view)
    if (stored := stored_cost(view.episodes)) is not None:
        cost = structs.replace(
            cost,
            stored=stored.sum,
            stored_episodes=stored.episodes,
            stored_of=stored.of,
        )
    if view.ledger is None or view.price is None:
        return cost
    actors = cost_by_actor(view.ledger.billed, view.price, view.run.date)
    return structs.replace(cost, by_actor=actors)


def _not_graded(episodes: Iterable[Episode]) -> Iterator[EpisodeGrade]:
    for e in episodes:
        if e.grade.state != "graded":
            yield EpisodeGrade(
                task=e.task,
                trial=e.trial,
                pointer=e.pointer,
                state=e.grade.state,
                reason=e.grade.reason,
            )


def _actions(episodes: Iterable[Episode]) -> Actions | None:
    lists = [e.actions for e in episodes if e.actions is not None]
    if not lists:
        return None
    counts: dict[str, int] = Counter(a.actor for actions in lists for a in actions)
    return Actions(**counts)


def _usages(view: "RunView") -> Usages:
    reported, ledger = view.run.reported.usage, view.ledger
    said = None if reported is None else _stated(reported)
    usage = Usages(reported=said)
    if ledger is not None:
        actors = tokens_by_actor(ledger.billed)
        usage = counted(ledger, by_actor=actors, reported=said)
    if (stored := stored_tokens(view.episodes)) is None:
        return usage
    return structs.replace(
        usage,
        stored=stored.sum,
        stored_episodes=stored.episodes,
        stored_of=stored.of,
    )


def _stated(reported: ByModel) -> Tokens:
    """Add what the file reports; a count that one model lacks has no sum."""
    usages = list(reported.values())
    sums = [
        sum(v for v in values if v is not None) if None not in values else None
        for values in ([u.input for u in usages], [u.output for u in usages])
    ]
    tokens_in, tokens_out = sums if usages else (None, None)
    whole = tokens_in is not None and tokens_out is not None
    return Tokens(
        input=tokens_in,
        output=tokens_out,
        total=(tokens_in or 0) + (tokens_out or 0) if whole else None,
    )
