"""Findings, by rule: how many, where first, and what to do."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from rich.text import Text

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import first_places, place, places, the_run
from evalrata.schemas.findings import SEVERITIES, Finding
from evalrata.schemas.report import Report

__all__ = ["Advice", "show_findings"]

Advice = Callable[[str], str | None]
"""Gives, for a rule's name, what to do about its findings."""

SHOWN = {"error": 5, "warning": 3, "info": 2}
"""Different messages of one rule that are printed."""

NAMED = 3
"""Runs that are named where several get the same message."""

ALL_OF_THEM = "--verbose prints them all"

STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}


class _How(Struct, frozen=True):
    """How findings are written."""

    only: str | None
    """The only run, which is not named."""
    verbose: bool


def show_findings(
    page: Page, report: Report, advice: Advice, *, verbose: bool = False
) -> None:
    """Print findings that are not suppressed, grouped by rule, gravest first.

    ``verbose``: every message, and every place.
    """
    shown = [f for f in report.findings if f.suppressed is None]
    if not shown:
        return
    page.heading("findings")
    how = _How(the_run(report), verbose)
    for found in _by_rule(shown):
        _rule(page, found, advice(found[0].rule), how)


def _by_rule(findings: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Group by rule and severity: one rule may find errors here and notes there."""
    groups: dict[tuple[int, str], list[Finding]] = {}
    for f in findings:
        groups.setdefault((-SEVERITIES.index(f.severity), f.rule), []).append(f)
    for key in sorted(groups):
        yield groups[key]


def _rule(page: Page, found: list[Finding], todo: str | None, how: _How) -> None:
    first = found[0]
    head = Text.assemble(
        (first.severity, STYLES[first.severity]), "  ", (first.rule, "bold"), "  "
    )
    head.append(figures.count(len(found), "finding"), style="dim")
    page.line(head)
    alike = list(_alike(found))
    shown = alike if how.verbose else alike[: SHOWN[first.severity]]
    for group in shown:
        _group(page, group, how)
    if rest := sum(map(len, alike[len(shown) :])):
        page.line(f"... and {rest:,} more; {ALL_OF_THEM}", indent=4, style="dim")
    if todo:
        page.line(todo, indent=4)
    page.line(f"evalrata explain {first.rule}", indent=4, style="dim")


def _alike(found: Iterable[Finding]) -> Iterator[list[Finding]]:
    """Group findings that say the same of several runs or boards."""
    groups: dict[tuple[str, str, bool, bool], list[Finding]] = {}
    for f in found:
        key = (f.message, f.confidence, f.published is not None, f.draft)
        groups.setdefault(key, []).append(f)
    yield from groups.values()


def _group(page: Page, group: list[Finding], how: _How) -> None:
    f = group[0]
    marks = [] if f.confidence == "exact" else [str(f.confidence)]
    if f.published is not None:
        marks.append(_published(group))
    note = f" ({', '.join(marks)})" if marks else ""
    known = f.run is not None and f.run == how.only
    subject = "" if known else f"{_subjects(group, how)}: "
    page.line(f"{subject}{f.message}{note}", indent=4)
    where = first_places(group, verbose=how.verbose)
    if len(group) == 1:
        where = places(f, verbose=how.verbose)
    if where:
        page.places(where, before="at", indent=6, style="dim")


def _published(group: list[Finding]) -> str:
    more = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
    what = "drafted" if group[0].draft else "published"
    return f"{what} as {group[0].published}{more}"


def _subjects(group: list[Finding], how: _How) -> str:
    if len(group) == 1:
        return place(group[0])
    most = len(group) if how.verbose else NAMED
    named = ", ".join(place(f) for f in group[:most])
    more = len(group) - most
    rest = f" and {more:,} more" if more > 0 else ""
    return f"in each of {len(group):,} {_noun(group)}, {named}{rest}"


def _noun(group: list[Finding]) -> str:
    """Call them runs or boards; findings about everything are neither."""
    if all(f.run is not None for f in group):
        return "runs" if len({f.run for f in group}) == len(group) else "places"
    return "boards" if all(f.board is not None for f in group) else "places"
