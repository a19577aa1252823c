"""A board's row of the report: comparable groups, and the cost-accuracy front."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evalrata.schemas.front import front
from evalrata.schemas.report import BoardRow, Number, RunRow
from evalrata.schemas.versions import comparable_groups

if TYPE_CHECKING:
    from evalrata.lint.view import BoardView, Entry

__all__ = ["board_row", "front_of", "root_cost"]

CostOf = Callable[[RunRow], Number | None]


def board_row(board: "BoardView") -> BoardRow:
    """Return the board as the report prints it."""
    return BoardRow(
        id=board.id,
        rows=tuple(e.run.id for e in board.entries),
        groups={
            domain: comparable_groups([e.run for e in board.of(domain)], domain)
            for domain in board.domains()
        },
        front_reported=front_of(board.entries, lambda row: row.cost.reported),
        front_root=front_of(board.entries, root_cost),
    )


def root_cost(row: RunRow) -> Number | None:
    """Return the root cost; there is none where a model has no price."""
    return row.cost.root


def front_of(entries: "Sequence[Entry]", cost: CostOf) -> tuple[str, ...] | None:
    """Return the rows that no other row beats on both, where all can be placed.

    A front over part of the rows would say that the missing ones are beaten.  A row
    that is known within an interval, or stored as NaN or infinity, has no place.
    """
    points = []
    for entry in entries:
        score, dollars = entry.row.score, cost(entry.row)
        accuracy = score.reported or score.as_recorded
        if accuracy is None or dollars is None or isinstance(dollars, tuple):
            return None
        if not math.isfinite(dollars) or not math.isfinite(accuracy.value):
            return None
        points.append((entry.run.id, dollars, accuracy.value))
    return front(points)
