"""A board's row of the report: comparable groups, and the cost-accuracy front."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evalrata.schemas.front import front
from evalrata.schemas.report import BoardRow, Number, RunRow, StoredOf
from evalrata.schemas.versions import comparable_groups

if TYPE_CHECKING:
    from evalrata.lint.view import BoardView, Entry

__all__ = ["board_row", "front_of", "root_cost"]

CostOf = Callable[[RunRow], Number | None]


def board_row(board: "BoardView") -> BoardRow:
    """Return the board as the report prints it."""
    kind = _stored_of(board.entries)
    return BoardRow(
        id=board.id,
        rows=tuple(e.run.id for e in board.entries),
        groups={
            domain: comparable_groups(
                [e.run for e in board.of(domain)], domain, board.table
            )
            for domain in board.domains()
        },
        front_reported=_front_reported(board.entries),
        front_root=front_of(board.entries, root_cost),
        front_stored=kind and front_of(board.entries, _stored_per_episode),
        stored_of=kind,
        withdrawn=tuple(e.run.id for e in board.withdrawn),
        lower_bounds=tuple(e.run.id for e in board.entries if _is_bound(e)),
    )


def _is_bound(entry: "Entry") -> bool:
    return entry.run.status == "lower bound"


def _front_reported(entries: "Sequence[Entry]") -> tuple[str, ...] | None:
    """Return the front under reported cost, unless rows report costs of two things.

    A reader says what a cost is the cost of, if it is no total (``cost_basis``).
    """
    if len({(e.run.notes or {}).get("cost_basis") for e in entries}) > 1:
        return None
    return front_of(entries, lambda row: row.cost.reported)


def _stored_of(entries: "Sequence[Entry]") -> StoredOf | None:
    """Return what the costs stored with episodes count; ``None``: no one thing.

    Rows are comparable if each has a cost with every episode, all of one kind.
    """
    kinds = {
        e.row.cost.stored_of
        if e.row.incomplete is None and e.row.cost.stored_episodes == e.row.episodes
        else None
        for e in entries
    }
    return kinds.pop() if len(kinds) == 1 else None


def _stored_per_episode(row: RunRow) -> Number | None:
    """Return the mean: rows of one board may have different numbers of episodes.

    0 dollars are what harnesses store of a model without a price, and are no cost.
    """
    stored, count = row.cost.stored, row.cost.stored_episodes
    if not stored or isinstance(stored, tuple) or not count:
        return None
    return stored / count


def root_cost(row: RunRow) -> Number | None:
    """Return the root cost; there is none where a model has no price."""
    return row.cost.root


def front_of(entries: "Sequence[Entry]", cost: CostOf) -> tuple[str, ...] | None:
    """Return the rows that no other row beats on both, where all can be placed.

    A front over part of the rows would say that the missing ones are beaten.  A row
    that is known within an interval, or stored as NaN or infinity, has no place, nor
    has one whose only score is over part of its records.  Scores of different metrics
    have none together.  A row whose score is a lower bound is not on the front, but
    beats others that are below the bound.
    """
    if _mixed(entries):
        return None
    points = []
    for entry in entries:
        score, dollars = entry.row.score, cost(entry.row)
        partial = entry.row.incomplete is not None
        accuracy = score.reported or (None if partial else score.as_recorded)
        if accuracy is None or dollars is None or isinstance(dollars, tuple):
            return None
        if not math.isfinite(dollars) or not math.isfinite(accuracy.value):
            return None
        points.append((entry.run.id, dollars, accuracy.value))
    bounds = {e.run.id for e in entries if _is_bound(e)}
    return tuple(name for name in front(points) if name not in bounds)


def _mixed(entries: "Sequence[Entry]") -> bool:
    """Say whether two rows name different metrics, or reducers of trials."""
    reported = [e.run.reported for e in entries if e.row.score.reported is not None]
    metrics = {r.metric.casefold() for r in reported if r.metric is not None}
    reducers = {r.reducer for r in reported if r.reducer is not None}
    return len(metrics) > 1 or len(reducers) > 1
