"""A diff as sections, in the order in which they are shown."""

from collections.abc import Iterator

from evalrata.cli.diffing.columns import columns
from evalrata.cli.diffing.episodes import episodes
from evalrata.cli.diffing.evaluators import evaluators, unmatched
from evalrata.cli.diffing.groups import groups
from evalrata.cli.diffing.section import Section
from evalrata.schemas.diff import Diff

__all__ = ["sections"]


def sections(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """Yield what a diff says but for findings, coverage, faults and notes.

    Why it is refused comes before any number.
    """
    yield Section(f"before {diff.before}, after {diff.after}")
    if diff.refused:
        title = "refused: these numbers are not to be reported"
        yield Section(title, list(diff.refused))
    yield from columns(diff, verbose=verbose)
    yield from unmatched(diff, verbose=verbose)
    yield from evaluators(diff, verbose=verbose)
    if diff.rows:
        yield from episodes(diff, verbose=verbose)
    yield from groups(diff)
