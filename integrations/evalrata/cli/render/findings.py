"""Findings, by rule: how many, where first, and what to do."""

from collections.abc import Callable, Iterable, Iterator

from rich.text import Text

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import place, places, the_run
from evalrata.schemas.findings import SEVERITIES, Finding
from evalrata.schemas.report import Report

__all__ = ["Advice", "show_findings"]

Advice = Callable[[str], str | None]
"""Gives, for a rule's name, what to do about its findings."""

SHOWN = {"error": 5, "warning": 3, "info": 2}
"""Different messages of one rule that are printed."""

NAMED = 3
"""Runs that are named where several get the same message."""

ALL_OF_THEM = "--format json has them all"

STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def show_findings(page: Page, report: Report, advice: Advice) -> None:
    """Print findings that are not suppressed, grouped by rule, gravest first."""
    shown = [f for f in report.findings if f.suppressed is None]
    if not shown:
        return
    page.heading("findings")
    for found in _by_rule(shown):
        _rule(page, found, advice(found[0].rule), the_run(report))


def _by_rule(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Group by rule and severity: one rule may find errors here and notes there."""
    groups: dict[tuple[int, str], list[Finding]] = {}
    for f in findings:
        groups.setdefault((-SEVERITIES.index(f.severity), f.rule), []).append(f)
    for key in sorted(groups):
        yield groups[key]


def _rule(page: Page, found: list[Finding], todo: str | None, only: str | None) -> None:
    first = found[0]
    head = Text.assemble(
        (first.severity, STYLES[first.severity]), "  ", (first.rule, "bold"), "  "
    )
    head.append(figures.count(len(found), "finding"), style="dim")
    page.line(head)
    alike = list(_alike(found))
    shown = alike[: SHOWN[first.severity]]
    for group in shown:
        _group(page, group, only)
    if rest := sum(map(len, alike[len(shown) :])):
        page.line(f"... and {rest:,} more; {ALL_OF_THEM}", indent=4, style="dim")
    if todo:
        page.line(todo, indent=4)
    page.line(f"evalrata explain {first.rule}", indent=4, style="dim")


def _alike(found: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Group findings that say the same of several runs or boards."""
    groups: dict[tuple[str, str, bool], list[Finding]] = {}
    for f in found:
        key = (f.message, f.confidence, f.published is not None)
        groups.setdefault(key, []).append(f)
    yield from groups.values()


def _group(page: Page, group: list[Finding], only: str | None) -> None:
    f = group[0]
    marks = [] if f.confidence == "exact" else [str(f.confidence)]
    if f.published is not None:
        more = len(group) - 1
        others = f" and {more} more" if more else ""
        marks.append(f"published as {f.published}{others}")
    note = f" ({', '.join(marks)})" if marks else ""
    subject = "" if f.run is not None and f.run == only else f"{_subjects(group)}: "
    page.line(f"{subject}{f.message}{note}", indent=4)
    if len(group) == 1 and (where := places(f)):
        page.line(f"at {where}", indent=6, style="dim")


def _subjects(group: list[Finding]) -> str:
    if len(group) == 1:
        return place(group[0])
    named = ", ".join(place(f) for f in group[:NAMED])
    more = len(group) - NAMED
    rest = f" and {more:,} more" if more > 0 else ""
    return f"{len(group):,} times, in {named}{rest}"
