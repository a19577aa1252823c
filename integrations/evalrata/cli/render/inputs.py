"""What was not read: faults, and files that no reader knows."""

from collections.abc import Sequence
from itertools import takewhile

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where
from evalrata.schemas.report import Report

__all__ = ["show_faults", "show_skipped"]

FIRST = 5
"""Skipped files named for one reason."""


def show_faults(page: Page, faults: Sequence[Fault]) -> None:
    """Print every fault: place and message."""
    if not faults:
        return
    page.heading("could not be read")
    for fault in faults:
        page.line(f"{fault.where}: {fault.message}", indent=2)


def show_skipped(page: Page, report: Report) -> None:
    """Print which files were seen and not read, by reason; faults say theirs."""
    faulty = {str(Where(f.where.file, f.where.member)) for f in report.faults}
    skipped = [i for i in report.inputs if i.format is None and i.path not in faulty]
    if not skipped:
        return
    page.heading(f"seen, not read: {figures.count(len(skipped), 'file')}")
    reasons: dict[str, list[str]] = {}
    for i in skipped:
        reasons.setdefault(i.note or "no reader knows it", []).append(i.path)
    for reason, paths in sorted(reasons.items()):
        page.line(f"{reason}: {_listed(paths)}", indent=2)


def _listed(paths: Sequence[str]) -> str:
    """Name the first paths, with the folder that they share written once."""
    home = _shared(paths)
    start = f"{home}/" if home else ""
    names = [path.removeprefix(start) for path in paths[:FIRST]]
    more = len(paths) - FIRST
    rest = f" and {more:,} more" if more > 0 else ""
    place = f" (in {home})" if home else ""
    return f"{', '.join(names)}{rest}{place}"


def _shared(paths: Sequence[str]) -> str:
    """Return the folder that all paths begin with; empty if there is none."""
    folders = [path.rpartition("/")[0].split("/") for path in paths]
    levels = zip(*folders, strict=False)
    return "/".join(
        level[0] for level in takewhile(lambda names: len({*names}) == 1, levels)
    )
