"""How many episodes the two sides of a row share: a score moves with them too."""

from collections.abc import Iterable

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.kept import Outcome
from evalrata.schemas.diff import Shared

__all__ = ["shared"]


def shared(pair: RunPair) -> Shared | None:
    """Count episodes in a denominator; ``None``: a side's score is of no episodes.

    ``None`` also where records of a side are missing: an episode that it lacks may be
    among them.
    """
    sides = (pair.before, pair.after)
    if any("episodes" in side.entry.run.lacks for side in sides):
        return None
    if any(side.entry.incomplete is not None for side in sides):
        return None
    ours, theirs = (_counted(side.outcomes) for side in sides)
    return Shared(
        both=len(pair.matched),
        before=len(ours),
        after=len(theirs),
        only_before=len(ours - {i for i, _ in pair.matched}),
        only_after=len(theirs - {j for _, j in pair.matched}),
    )


def _counted(outcomes: Iterable[Outcome]) -> set[int]:
    return {i for i, outcome in enumerate(outcomes) if outcome.counted}
