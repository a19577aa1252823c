"""See the class."""

import math
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.bill import dark
from evalrata.lint.board import front_of, root_cost
from evalrata.lint.counted import verb
from evalrata.lint.counting import TOLERANCE, bounds
from evalrata.lint.evidence import why
from evalrata.lint.places import place, rows
from evalrata.lint.rule import BoardRule, Verdict, checked, could_not_check
from evalrata.lint.view import BoardView, Entry
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import Number, RunRow

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RULE"]


class UnevenMultiplier(BoardRule):
    """Rows of one board count their usage with different multipliers.

    ## What it does
    Divides each row's reported tokens, else its reported cost, by its root usage, and
    reports a board on which the factors differ by more than 1 % (5 % where a cost had
    to be used, since prices differ).  A row that reports neither counts with the
    multiplier of its spans: full over root.  Names the rows that enter and leave the
    cost-accuracy front when root cost is put in place of reported cost.

    ## Why it matters
    One factor on all rows moves the axis and no row against another: the front stays
    as it was.  Different factors move rows against each other, and an agent is on
    the front because its client library nests less.

    ## Example
    Three agents, one of which calls its provider directly: it looks half as costly
    as the others, which call it through litellm, and is alone on the front.

    ## What to do
    Publish root usage, and the multiplier beside it.

    ## What it cannot see
    Rows without a log of their calls: they are counted as unchecked.  The fronts are
    given only where every row has a score, a reported cost and one root cost.
    """

    name = "cost.uneven-multiplier"
    severity = "error"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Compare the factors of all rows."""
        factors = [f for entry in board.entries if (f := factor_of(entry))]
        known = {f.run for f in factors}
        silent = [e for e in board.entries if e.run.id not in known]
        reason = why(_reason(e) for e in silent)
        if len(factors) < 2:  # noqa: PLR2004 - it takes two to compare
            return could_not_check(reason or "fewer than two rows", len(silent))
        found = [self._finding(board, factors)] if _differ(factors) else []
        return checked(len(factors), found, unchecked=len(silent), reason=reason)

    def _finding(self, board: BoardView, factors: "Sequence[Factor]") -> Finding:
        reported = front_of(board.entries, lambda row: row.cost.reported)
        root = front_of(board.entries, root_cost)
        return self.finding(
            _message(factors, reported, root),
            count=len(factors),
            checked=len(factors),
            confidence="exact" if all(f.exact for f in factors) else "inferred",
            values={
                "multipliers": {f.run: f.value for f in factors},
                "front_reported": reported and list(reported),
                "front_root": root and list(root),
                "entered": _left(root, reported),
                "left": _left(reported, root),
            },
            pointers=[place(e.run) for e in board.entries],
        )


class Factor(Struct, frozen=True):
    """By how much a row's published total exceeds its root usage."""

    run: str
    value: Number
    exact: bool
    """False where dollars had to be compared."""


def factor_of(entry: Entry) -> Factor | None:
    """Return a row's factor; ``None`` if its root usage is not known."""
    row = entry.row
    said, root = row.usage.reported, row.usage.root
    if root is None or root.total is None:
        return None
    if said is not None and said.total is not None:
        return _divide(row, bounds(said.total)[0], root.total, exact=True)
    if entry.run.reported.cost is not None:
        if row.cost.reported is None:
            return None
        priced = root_cost(row)
        return (
            None
            if priced is None
            else _divide(row, row.cost.reported, priced, exact=False)
        )
    total = row.usage.multiplier.total
    return None if total is None else Factor(row.id, total, exact=True)


def _divide(row: RunRow, said: float, root: Number, *, exact: bool) -> Factor | None:
    low, high = bounds(root)
    if low <= 0 or not math.isfinite(said):
        return None
    value: Number = said / low if low == high else (said / high, said / low)
    return Factor(row.id, value, exact)


def _differ(factors: "Sequence[Factor]") -> bool:
    """Say whether two factors differ whatever their intervals hold."""
    slack = TOLERANCE if all(f.exact for f in factors) else 5 * TOLERANCE
    least = min(bounds(f.value)[1] for f in factors)
    most = max(bounds(f.value)[0] for f in factors)
    return most > least * (1 + slack)


def _reason(entry: Entry) -> str:
    lacks = entry.run.lacks
    named = (lacks[f] for f in ("span_tree", "calls") if f in lacks)
    gaps = dark(entry.row.cost)
    return next(named, "; ".join(gaps) or "root usage, or its price, is not known")


Front = tuple[str, ...] | None


def _left(before: Front, after: Front) -> list[str] | None:
    """Return rows on the first front alone; ``None`` if a front is not known."""
    if before is None or after is None:
        return None
    return sorted(set(before) - set(after))


def _message(factors: "Sequence[Factor]", reported: Front, root: Front) -> str:
    values = [bounds(f.value) for f in factors]
    least, most = min(v[0] for v in values), max(v[1] for v in values)
    text = f"{rows(len(factors))} count usage {least:.2f} to {most:.2f} times"
    entered, left = _left(root, reported), _left(reported, root)
    if entered is None or left is None:
        return f"{text}; the fronts cannot be compared, since a row has no place on one"
    if not entered and not left:
        return f"{text}; the cost-accuracy front stays as it is"
    moves = [
        f"{', '.join(names)} {verb(len(names), plural)}"
        for names, plural in ((entered, "enter"), (left, "leave"))
        if names
    ]
    return f"{text}; under root cost {' and '.join(moves)} the cost-accuracy front"


RULE = UnevenMultiplier
