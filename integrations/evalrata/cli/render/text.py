"""The report for a person at a terminal, or in a log."""

from collections.abc import Iterable

from evalrata.cli.exits import Outcome
from evalrata.cli.render import figures
from evalrata.cli.render.boards import show_boards
from evalrata.cli.render.coverage import Gravity, show_coverage
from evalrata.cli.render.findings import Advice, show_findings
from evalrata.cli.render.inputs import show_faults, show_skipped
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import place
from evalrata.cli.render.plain import plain, scrubbed
from evalrata.cli.render.runs import show_runs
from evalrata.cli.render.verdict import verdict
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import Report

__all__ = ["as_text", "show_suppressed"]


def as_text(  # noqa: PLR0913 - how it is looked at, one keyword each
    report: Report,
    outcome: Outcome,
    advice: Advice,
    *,
    width: int,
    color: bool,
    piped: bool = False,
    verbose: bool = False,
    gravity: Gravity | None = None,
) -> str:
    """Write the report in ``width`` columns; ``verbose`` names every place.

    ``gravity``: the severity of each rule, for what of it could not be checked.

    ``piped``: what is not looked at, where places stay on one line.

    Without ``color`` the text holds no control character but the line break; with
    it, only the renderer's own.  Text from the archive never reaches the terminal
    as more than characters.
    """
    clean = scrubbed(report)
    page = Page(width, color=color, piped=piped)
    show_runs(page, clean)
    show_boards(page, clean)
    show_findings(page, clean, advice, verbose=verbose)
    show_suppressed(page, clean.findings)
    show_coverage(page, clean, gravity=gravity, verbose=verbose)
    show_skipped(page, clean, verbose=verbose)
    show_faults(page, clean.faults)
    if clean.notes:
        page.heading("notes")
        for note in clean.notes:
            page.line(note, indent=2)
    page.heading(plain(verdict(clean, outcome)))
    return page.text()


def show_suppressed(page: Page, findings: Iterable[Finding]) -> None:
    """Print what the configuration accepts, each with its reason."""
    hidden = [f for f in findings if f.suppressed is not None]
    if not hidden:
        return
    page.heading(f"suppressed: {figures.count(len(hidden), 'finding')}")
    for f in hidden:
        page.line(f"{f.rule} in {place(f)}: {f.suppressed}", indent=2)
