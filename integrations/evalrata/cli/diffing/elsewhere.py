"""Re-scores that a row declares of other columns, by its own words."""

import re

from msgspec import Struct

from evalrata.schemas.diff import Column, Diff

__all__ = ["Elsewhere", "elsewhere"]


class Elsewhere(Struct, frozen=True):
    """Rows of a column whose declared re-score names other columns, and not it."""

    rows: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    """What they name."""


def elsewhere(column: Column, diff: Diff) -> Elsewhere:
    """Return re-scored rows that say which domains were graded again, and not this.

    A row of a board names one evaluator for all its domains.
    """
    domains = {_domain(c) for c in diff.columns if c.only is None}
    rescored = {v.row for v in column.values if v.rescored}
    rows, named = [], dict[str, None]()
    for row in diff.rows:
        if row.after not in rescored:
            continue
        said = {d for d in domains if any(_names(text, d) for text in row.declared)}
        if said and _domain(column) not in said:
            rows.append(row.after)
            named.update(dict.fromkeys(sorted(said)))
    return Elsewhere(tuple(rows), tuple(named))


def _domain(column: Column) -> str:
    return column.column.rpartition(": ")[2]


def _names(text: str, domain: str) -> bool:
    spaced = re.escape(domain.casefold()).replace("_", "[ _-]")
    return re.search(rf"(?<!\w){spaced}(?!\w)", text.casefold()) is not None
