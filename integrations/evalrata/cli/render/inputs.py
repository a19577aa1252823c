"""What was not read: faults, and files that no reader knows."""

from collections.abc import Sequence
from itertools import takewhile

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.skipped import skipped
from evalrata.schemas.findings import Fault
from evalrata.schemas.report import Report

__all__ = ["show_faults", "show_skipped"]

FIRST = 5
"""Skipped files named for one reason."""


def show_faults(page: Page, faults: Sequence[Fault]) -> None:
    """Print every fault: of inputs by place, and of evalrata itself by message."""
    ours = [f for f in faults if f.kind == "internal"]
    theirs = [f for f in faults if f.kind != "internal"]
    if theirs:
        page.heading("could not be read")
        for fault in theirs:
            page.said_of(str(fault.where), fault.message, indent=2)
    if ours:
        page.heading("evalrata failed")
        for fault in ours:
            page.line(fault.message, indent=2)
            page.places([str(fault.where)], before="at", indent=4, style="dim")


def show_skipped(page: Page, report: Report, *, verbose: bool = False) -> None:
    """Print which files were seen and not read, by reason; faults say theirs."""
    left = skipped(report)
    if not left:
        return
    page.heading(f"seen, not read: {figures.count(len(left), 'file')}")
    reasons: dict[str, list[str]] = {}
    for i in left:
        reasons.setdefault(i.note or "no reader knows it", []).append(i.path)
    for reason, paths in sorted(reasons.items()):
        page.places(_listed(paths, verbose=verbose), before=f"{reason}:", indent=2)


def _listed(paths: Sequence[str], *, verbose: bool) -> list[str]:
    """Name the first paths, with the folder that they share written once."""
    home = _shared(paths)
    start = f"{home}/" if home else ""
    most = len(paths) if verbose else FIRST
    names = [path.removeprefix(start) for path in paths[:most]]
    more = len(paths) - most
    rest = f" and {more:,} more" if more > 0 else ""
    place = f" (in {home})" if home else ""
    return [*names[:-1], f"{names[-1]}{rest}{place}"]


def _shared(paths: Sequence[str]) -> str:
    """Return the folder that all paths begin with; empty if there is none."""
    folders = [path.rpartition("/")[0].split("/") for path in paths]
    levels = zip(*folders, strict=False)
    return "/".join(
        level[0] for level in takewhile(lambda names: len({*names}) == 1, levels)
    )
