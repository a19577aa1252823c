"""Boards: what is compared, and which rows may be ranked with one another."""

from collections.abc import Iterator, Mapping, Sequence

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.pins import pin_counts
from evalrata.schemas.report import BoardRow, Report, RunRow

__all__ = ["show_boards"]

NAMED = 8
"""Rows of a group or front that are named; above it they are counted."""


LACKS_ONE = "some row lacks a score, or a cost of one kind with the others"
NOT_ALIKE = "fronts over rows that are not known to be graded comparably"


def show_boards(page: Page, report: Report) -> None:
    """Print every board: pins of its rows, comparable groups, and the fronts."""
    runs = {run.id: run for run in report.runs}
    for board in report.boards:
        rows = [runs[name] for name in board.rows]
        page.heading(f"board {board.id}: {figures.count(len(rows), 'row')}")
        page.entries(
            [
                *pin_counts(rows),
                *_groups(board),
                *_fronts(board, runs),
                *_status(board, runs),
            ]
        )


def _groups(board: BoardRow) -> Iterator[tuple[str, list[str]]]:
    """Say which rows were graded comparably, which is about their evaluators alone."""
    for domain, groups in board.groups.items():
        label = f"grading, {domain}" if domain else "grading"
        together = [g for g in groups if len(g) > 1]
        alone = tuple(g[0] for g in groups if len(g) == 1)
        total = sum(map(len, groups))
        if len(together) == 1 and not alone:
            yield label, [f"all {total} rows graded comparably"]
            continue
        parts = [f"{len(g)} graded comparably" for g in together]
        if not together:
            parts = [f"none of {total} rows is known to be graded like another"]
        elif alone:
            first, *others = _names(alone)
            parts += [f"graded comparably with no other: {first}", *others]
        yield label, [*parts, "no rank across groups"]


def _fronts(
    board: BoardRow, runs: Mapping[str, RunRow]
) -> Iterator[tuple[str, list[str]]]:
    """Give the cost-accuracy front under the costs that the rows have.

    That stored with episodes only where there is neither of the others.
    """
    fronts = [
        ("front, reported cost", board.front_reported),
        ("front, root cost", board.front_root),
    ]
    if all(front is None for _, front in fronts):
        whose = "the agent's cost" if board.stored_of == "agent" else "cost"
        fronts = [(f"front, {whose} per episode", board.front_stored)]
    if all(front is None for _, front in fronts):
        yield "front", [f"not computable: {_why_no_front(board, runs)}"]
        return
    for label, front in fronts:
        if front is not None:
            yield label, _names(front)
        else:
            yield label, [f"not computable: {LACKS_ONE}"]
    if not _all_alike(board):
        yield "", [NOT_ALIKE]


def _why_no_front(board: BoardRow, runs: Mapping[str, RunRow]) -> str:
    metrics = {m.casefold() for name in board.rows if (m := runs[name].metric)}
    if len(metrics) > 1:
        return f"rows report different metrics ({', '.join(sorted(metrics))})"
    return LACKS_ONE


def _status(
    board: BoardRow, runs: Mapping[str, RunRow]
) -> Iterator[tuple[str, list[str]]]:
    """Name the rows that are not compared, or not ranked, and who says so."""
    for label, names in (
        ("withdrawn, not compared", board.withdrawn),
        ("lower bound, not ranked", board.lower_bounds),
    ):
        if names:
            yield label, _names([_with_source(runs[name]) for name in names])


def _with_source(row: RunRow) -> str:
    return f"{row.id} ({row.status_source})" if row.status_source else row.id


def _all_alike(board: BoardRow) -> bool:
    """Say whether all rows have all domains, and may be ranked in each."""
    rows = set(board.rows)
    return bool(board.groups) and all(
        len(groups) == 1 and set(groups[0]) == rows for groups in board.groups.values()
    )


def _names(names: Sequence[str]) -> list[str]:
    shown = list(names[:NAMED])
    more = len(names) - NAMED
    return [*shown[:-1], f"{shown[-1]} and {more} more"] if more > 0 else shown
