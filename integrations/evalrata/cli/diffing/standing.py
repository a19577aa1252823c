"""The rows of a column before and after, for a table beside a leaderboard."""

from bisect import bisect_left
from collections.abc import Sequence

from evalrata.cli.diffing.numbers import change, pair
from evalrata.cli.diffing.section import Table
from evalrata.cli.render.figures import NONE
from evalrata.schemas.diff import Column, RowValue

__all__ = ["WORDS", "standing"]

HEAD = ("row", "rank before", "rank after", "before", "after", "change", "re-scored")

WORDS = {True: "yes", False: "no", None: "not known"}


def standing(column: Column, rows: Sequence[RowValue]) -> Table:
    """Return ``rows`` of a column, each with its rank among all that are compared.

    A rank that rows share has ``=`` behind it.
    """
    both = [v for v in column.values if v.before is not None and v.after is not None]
    before = sorted(v.before for v in both if v.before is not None)
    after = sorted(v.after for v in both if v.after is not None)
    lines = [_line(v, before, after) for v in rows]
    if not any(map(_is_of_others, rows)):
        return Table(HEAD, lines)
    marked = [(*line, _episodes(v)) for line, v in zip(lines, rows, strict=True)]
    return Table((*HEAD, "episodes"), marked)


def _is_of_others(v: RowValue) -> bool:
    """Say whether the values are of episodes that are not all the same."""
    e = v.episodes
    return e is not None and bool(e.only_before or e.only_after)


def _episodes(v: RowValue) -> str:
    """Say which episodes a change is also one of."""
    e = v.episodes
    if e is None:
        return NONE
    if not e.both:
        return "none is on both sides"
    parts = []
    if e.only_before:
        parts.append(f"{e.only_before:,} of {e.before:,} not there after")
    if e.only_after:
        parts.append(f"{e.only_after:,} of {e.after:,} not there before")
    return ", ".join(parts) or "the same"


def _line(v: RowValue, before: list[float], after: list[float]) -> tuple[str, ...]:
    if v.before is None or v.after is None:
        ranks = (NONE, NONE)
    else:
        ranks = (_rank(v.before, before), _rank(v.after, after))
    apart = v.episodes is not None and not v.episodes.both  # two scores, no change
    known = WORDS[v.rescored] if v.before is not None and v.after is not None else NONE
    return (
        v.row,
        *ranks,
        *pair(v.before, v.after),
        NONE if apart else change(v.before, v.after),
        known,
    )


def _rank(number: float, ascending: list[float]) -> str:
    """Count the values above; ``ascending`` holds ``number`` itself too."""
    start = bisect_left(ascending, number)
    same = 0
    while start + same < len(ascending) and ascending[start + same] == number:
        same += 1
    rank = len(ascending) - start - same + 1
    return f"{rank}=" if same > 1 else str(rank)
