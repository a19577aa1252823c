"""What could not be checked, or does not apply, and why."""

from collections.abc import Callable, Collection

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import ALL, place, the_run
from evalrata.cli.render.tally import tally
from evalrata.schemas.findings import Coverage
from evalrata.schemas.report import Report

__all__ = ["show_coverage"]

NAMED = 6
"""Rules named under one reason; above it they are counted."""


def show_coverage(page: Page, report: Report, *, verbose: bool = False) -> None:
    """Print the gaps, and the rules that nothing was asked of, grouped by reason."""
    coverage = report.coverage
    idle = tally(coverage).idle
    for title, entries, write in (
        (
            "could not be checked",
            [c for c in coverage if c.status == "could-not-check"],
            _rule,
        ),
        (
            "checked in part",
            [c for c in coverage if c.status == "checked" and c.unchecked],
            _part,
        ),
        ("does not apply", [c for c in coverage if c.rule in idle], _rule),
    ):
        if entries:
            page.heading(title)
        for reason, group in _by_reason(entries):
            page.line(reason, indent=2)
            most = None if verbose else NAMED
            said = _said(group, write, the_run(report), most)
            page.line(said, indent=4, style="dim")
    _show_alone(page, coverage)


def _show_alone(page: Page, coverage: Collection[Coverage]) -> None:
    """Name the rules that had no two runs to compare."""
    alone = tally([*coverage]).alone
    if alone:
        verb = "compares" if len(alone) == 1 else "compare"
        page.heading(
            f"{figures.count(len(alone), 'rule')} {verb} "
            "runs: give several of one benchmark"
        )
        page.line(", ".join(alone), indent=4, style="dim")


def _by_reason(entries: Collection[Coverage]) -> list[tuple[str, list[Coverage]]]:
    """Group by reason; the reason that stops most comes first."""
    groups: dict[str, list[Coverage]] = {}
    for c in entries:
        groups.setdefault(c.reason or "no reason recorded", []).append(c)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


Write = Callable[[list[Coverage]], str]


def _said(
    entries: Collection[Coverage], write: Write, only: str | None, most: int | None
) -> str:
    """Name the rules of one reason, each beside the places that are its own."""
    rules: dict[str, list[Coverage]] = {}
    for c in entries:
        rules.setdefault(c.rule, []).append(c)
    by_place: dict[str, list[str]] = {}
    for of_rule in [*rules.values()][:most]:
        by_place.setdefault(_places(of_rule, only), []).append(write(of_rule))
    parts = [f"{', '.join(names)}{where}" for where, names in by_place.items()]
    more = 0 if most is None else len(rules) - most
    rest = f" and {figures.count(more, 'more rule')}" if more > 0 else ""
    return "; ".join(parts) + rest


def _rule(entries: list[Coverage]) -> str:
    return entries[0].rule


def _part(entries: list[Coverage]) -> str:
    looked = sum(c.checked for c in entries)
    total = looked + sum(c.unchecked for c in entries)
    return f"{entries[0].rule} {looked:,} of {total:,} checked"


def _places(entries: Collection[Coverage], only: str | None) -> str:
    """Name the one place, unless it is the only run, or count the runs and boards."""
    found = list(dict.fromkeys((c.run, c.board) for c in entries))
    if only is not None and found in ([(only, None)], [(None, None)]):
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
