"""What could not be checked, and why."""

from collections.abc import Callable, Collection

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import ALL, place, the_run
from evalrata.schemas.findings import Coverage
from evalrata.schemas.report import Report

__all__ = ["show_coverage"]

NAMED = 6
"""Rules named under one reason; above it they are counted."""


def show_coverage(page: Page, report: Report) -> None:
    """Print the gaps, grouped by reason."""
    blind = [c for c in report.coverage if c.status == "could-not-check"]
    partial = [c for c in report.coverage if c.status == "checked" and c.unchecked]
    for title, gaps, write in (
        ("could not be checked", blind, _rule),
        ("checked in part", partial, _part),
    ):
        if gaps:
            page.heading(title)
        for reason, entries in _by_reason(gaps):
            page.line(reason, indent=2)
            rules = f"{_rules(entries, write)}{_places(entries, the_run(report))}"
            page.line(rules, indent=4, style="dim")


def _by_reason(entries: Collection[Coverage]) -> list[tuple[str, list[Coverage]]]:
    """Group by reason; the reason that stops most comes first."""
    groups: dict[str, list[Coverage]] = {}
    for c in entries:
        groups.setdefault(c.reason or "no reason recorded", []).append(c)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


Write = Callable[[list[Coverage]], str]


def _rules(entries: Collection[Coverage], write: Write) -> str:
    rules: dict[str, list[Coverage]] = {}
    for c in entries:
        rules.setdefault(c.rule, []).append(c)
    shown = ", ".join(write(of_rule) for of_rule in [*rules.values()][:NAMED])
    more = len(rules) - NAMED
    return f"{shown} and {more} more rules" if more > 0 else shown


def _rule(entries: list[Coverage]) -> str:
    return entries[0].rule


def _part(entries: list[Coverage]) -> str:
    left = sum(c.unchecked for c in entries)
    total = left + sum(c.checked for c in entries)
    return f"{entries[0].rule} all but {left:,} of {total:,}"


def _places(entries: Collection[Coverage], only: str | None) -> str:
    """Name the one place, unless it is the only run, or count the runs and boards."""
    found = list(dict.fromkeys((c.run, c.board) for c in entries))
    if found == [(only, None)] and only is not None:
        return ""
    if len(found) == 1:
        return f" in {place(next(iter(entries)))}"
    runs = sum(1 for run, _ in found if run is not None)
    boards = sum(1 for _, board in found if board is not None)
    parts = [figures.count(runs, "run")] if runs else []
    if boards:
        parts.append(figures.count(boards, "board"))
    if len(found) > runs + boards:
        parts.append(ALL)
    return f" in {', '.join(parts)}"
