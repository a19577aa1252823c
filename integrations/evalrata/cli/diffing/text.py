"""A diff for a person at a terminal, or in a log."""

from msgspec import structs

from evalrata.cli.diffing.section import Places, Section, Table
from evalrata.cli.diffing.sections import sections
from evalrata.cli.diffing.verdict import verdict
from evalrata.cli.exits import Outcome
from evalrata.cli.render.coverage import Gravity, show_coverage
from evalrata.cli.render.findings import Advice, show_findings
from evalrata.cli.render.inputs import show_faults, show_skipped
from evalrata.cli.render.page import Page
from evalrata.cli.render.plain import plain, scrubbed
from evalrata.cli.render.tally import tally
from evalrata.cli.render.text import show_suppressed
from evalrata.schemas.diff import Diff
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import Report

__all__ = ["as_text"]


def as_text(  # noqa: PLR0913 - how it is looked at, one keyword each
    diff: Diff,
    outcome: Outcome,
    advice: Advice,
    *,
    width: int,
    color: bool,
    piped: bool = False,
    verbose: bool = False,
    gravity: Gravity | None = None,
) -> str:
    """Write the diff in ``width`` columns, as ``render.text.as_text`` does a report."""
    clean = scrubbed(diff)
    page = Page(width, color=color, piped=piped)
    for section in sections(clean, verbose=verbose):
        _show(page, section)
    report = _report(clean)
    show_findings(page, report, advice, verbose=verbose)
    show_suppressed(page, report.findings)
    every = verbose or not tally(diff.coverage).checked  # all of it is of interest then
    show_coverage(page, report, gravity=gravity, verbose=every)
    show_skipped(page, report, verbose=verbose)
    show_faults(page, clean.faults)
    if clean.notes:
        page.heading("notes")
        for note in clean.notes:
            page.line(note, indent=2)
    page.heading(plain(verdict(clean, outcome)))
    return page.text()


def _show(page: Page, section: Section) -> None:
    page.heading(section.title)
    for part in section.parts:
        if isinstance(part, Table):
            page.table(part.columns, part.rows)
        elif isinstance(part, Places):
            page.places(part.items, before=part.before, indent=4, style="dim")
        else:
            page.line(part, indent=2)


def _named_once(f: Finding) -> Finding:
    """Take the run's name off the message: it is printed before it."""
    start = f"{f.run}: "
    return structs.replace(f, message=f.message.removeprefix(start)) if f.run else f


def _report(diff: Diff) -> Report:
    """Return what a diff shares with a report, in one."""
    inputs = {i.path: i for i in (*diff.inputs_before, *diff.inputs_after)}
    return Report(
        findings=tuple(map(_named_once, diff.findings)),
        coverage=diff.coverage,
        faults=diff.faults,
        inputs=tuple(inputs.values()),
    )
