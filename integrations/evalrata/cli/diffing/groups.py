"""Runs put together by ``--by``: scores with intervals, and order changes."""

from collections.abc import Iterator, Mapping, Sequence

from evalrata.cli.diffing.section import Section, Table
from evalrata.cli.render.figures import NONE
from evalrata.schemas.diff import Diff, Group, Interval

__all__ = ["groups"]

RESOLVED = {True: "resolved", False: "unresolved", None: "not known"}

NOISE = (
    "noise: half-width of what making the runs again would move with nothing changed; "
    "a move inside it is unresolved; not known where no task has two trials"
)

HEAD = ("n", "before", "after", "change", "move")

ALL = "all"
"""Stands for a field that the group is pooled over."""


def groups(diff: Diff) -> Iterator[Section]:
    """Yield the groups, and those that changed places."""
    if diff.groups:
        yield Section(
            "groups, with intervals of 95 %",
            [
                _table(diff.groups),
                NOISE,
            ],
        )
    if diff.order_changes:
        yield Section(
            f"groups that changed places: {len(diff.order_changes):,}",
            [
                f"{named(c.above_before)} was above {named(c.above_after)} by "
                f"{c.gap_before:.3f}, and is below it by {abs(c.gap_after):.3f} "
                f"({RESOLVED[c.resolved]})"
                for c in diff.order_changes
            ],
        )


def named(key: Mapping[str, str | None]) -> str:
    """Write what a group shares: ``scaffold=react, model=m-1``."""
    parts = [f"{k}={'not recorded' if v is None else v}" for k, v in key.items()]
    return ", ".join(parts) or ALL


def _table(found: Sequence[Group]) -> Table:
    """Return a row for each group, with a column for each field they have."""
    fields = list(dict.fromkeys(field for group in found for field in group.key))
    rows = [
        (*(_field(group, field) for field in fields), *_scores(group))
        for group in found
    ]
    return Table((*fields, *HEAD), rows)


def _field(group: Group, field: str) -> str:
    """Write a field; where it is not recorded, the group is one run, which is named."""
    if field not in group.key:
        return ALL
    return group.key[field] or f"not recorded ({', '.join(group.rows)})"


def _scores(group: Group) -> tuple[str, ...]:
    if group.scores is None:
        return ("0", *[NONE] * (len(HEAD) - 1))
    s = group.scores
    noise = "" if s.noise is None else f", noise {s.noise:.3f}"
    moved = "none" if s.change.value == 0 else f"{RESOLVED[s.resolved]}{noise}"
    return (
        f"{s.change.n:,}",
        _interval(s.before),
        _interval(s.after),
        f"{s.change.value:+.3f} {_ends(s.change)}",
        moved,
    )


def _interval(i: Interval) -> str:
    return f"{i.value:.3f} {_ends(i)}"


def _ends(i: Interval) -> str:
    if i.low is None or i.high is None:
        return "[no interval]"
    return f"[{i.low:.3f}, {i.high:.3f}]"
