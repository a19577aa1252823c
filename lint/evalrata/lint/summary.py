"""A run's row of numbers."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.lint.bill import costs
from evalrata.schemas import tokens
from evalrata.schemas.records import Episode, Usage
from evalrata.schemas.report import (
    Actions,
    Costs,
    Multiplier,
    Number,
    RunRow,
    Tokens,
    Usages,
)
from evalrata.schemas.root_usage import Ledger
from evalrata.schemas.scores import score_under_each_rule

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["run_row"]

ByModel = dict[str, Usage]


def run_row(view: "RunView") -> RunRow:
    """Return the numbers of a run."""
    run, episodes = view.run, view.episodes
    known = "episodes" not in run.lacks
    grades = Counter(e.grade.state for e in episodes)
    ends = Counter(e.termination.kind for e in episodes)
    usage = _usages(view.ledger, run.reported.usage)
    cost = costs(view)
    return RunRow(
        id=run.id,
        file=run.where.file,
        member=run.where.member,
        format=run.format,
        benchmark=run.benchmark,
        agent=run.agent,
        models=run.models,
        board=run.board,
        date=run.date,
        episodes=len(episodes) if known else None,
        graded=grades["graded"] if known else None,
        ungraded=grades["ungraded"] if known else None,
        unknown=grades["unknown"] if known else None,
        crashed=ends["crashed"] if known else None,
        censored=ends["censored"] if known else None,
        score=score_under_each_rule(episodes, run.reported),
        usage=structs.replace(
            usage,
            multiplier=structs.replace(usage.multiplier, cost=_cost_ratio(cost)),
        ),
        cost=cost,
        actions=_actions(episodes),
        instruments=run.instruments,
    )


def _actions(episodes: Iterable[Episode]) -> Actions | None:
    lists = [e.actions for e in episodes if e.actions is not None]
    if not lists:
        return None
    counts: dict[str, int] = Counter(a.actor for actions in lists for a in actions)
    return Actions(**counts)


def _usages(ledger: Ledger | None, reported: ByModel | None) -> Usages:
    said = None if reported is None else _tokens(reported, reported)
    if ledger is None:
        return Usages(reported=said)
    full = _tokens(ledger.full, ledger.full)
    root = _tokens(ledger.root_low, ledger.root_high)
    return Usages(
        reported=said,
        full=full,
        full_calls=_tokens(ledger.full_calls, ledger.full_calls),
        root=root,
        naive_root=_tokens(ledger.naive_root, ledger.naive_root),
        multiplier=Multiplier(
            input=_ratio(full.input, root.input),
            output=_ratio(full.output, root.output),
            total=_ratio(full.total, root.total),
        ),
    )


def _tokens(low: ByModel, high: ByModel) -> Tokens:
    a, b = tokens.add(low.values()), tokens.add(high.values())
    return Tokens(
        input=_number(a.input, b.input),
        output=_number(a.output, b.output),
        total=_number(tokens.total(a), tokens.total(b)),
    )


def _cost_ratio(cost: Costs) -> Number | None:
    """Divide only where both sums are whole: every model has a price."""
    return None if cost.unpriced else _ratio(cost.full, cost.root)


def _number(low: float | None, high: float | None) -> Number | None:
    """Return one number where both ends agree, else the interval."""
    if low is None and high is None:
        return None
    low, high = low or 0, high or 0
    return low if low == high else (low, high)


def _ratio(full: Number | None, root: Number | None) -> Number | None:
    """Divide; an interval below gives an interval; ``None`` where root can be 0."""
    if full is None or root is None or isinstance(full, tuple):
        return None
    low, high = root if isinstance(root, tuple) else (root, root)
    if low == 0:
        return None
    return full / low if low == high else (full / high, full / low)
