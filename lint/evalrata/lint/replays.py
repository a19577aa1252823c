"""What a run says about replaying its calls: how many differed, and in which mode."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, structs

from evalrata.schemas.records import Replayed, Run

__all__ = ["Mode", "Seen", "mode_of", "replays", "seen"]


class Seen(Struct, frozen=True):
    """Replayed calls of a run, as far as they were counted."""

    calls: int
    mismatched: int
    lacking: int = 0
    """Episodes of which nothing was counted, where each counts its own."""
    pointer: str | None = None
    other: tuple[int, int] | None = None
    """Calls and mismatched ones by the other count, where that of the run and those of
    its episodes contradict one another: these are then the worse ones."""

    @property
    def share(self) -> float | None:
        """``mismatched / calls``; ``None``: no call had a recorded result."""
        return self.mismatched / self.calls if self.calls > 0 else None


def seen(
    run: Run,
    episodes: Iterable[Replayed | None],
    *,
    whole: bool = True,
    part: bool = False,
) -> Seen | None:
    """Return what a re-score counted over a run, or else over its episodes.

    ``None``: nothing was counted.  A count that cannot be one (more mismatched than
    made) is none.  ``whole``: whether all episodes of the run are among ``episodes``,
    so that both counts have to be equal; ``part``: whether some were chosen, of which
    the run's own count says nothing.
    """
    stated = None if run.rescoring is None or part else run.rescoring.replay
    each = list(episodes)
    counted = [e for e in each if e is not None and _is_count(e)]
    lacking = len(each) - len(counted)
    calls, mismatched = (
        sum(e.calls for e in counted),
        sum(e.mismatched for e in counted),
    )
    if stated is None:
        return Seen(calls, mismatched, lacking) if counted else None
    if not _is_count(stated):
        return None
    found = Seen(stated.calls, stated.mismatched, pointer=stated.pointer)
    summed = Seen(calls, mismatched, pointer=stated.pointer)
    if not counted or not _contradict(found, summed, whole=whole and not lacking):
        return found
    worse, other = sorted((found, summed), key=_badness, reverse=True)
    return structs.replace(worse, other=(other.calls, other.mismatched))


def _contradict(stated: Seen, summed: Seen, *, whole: bool) -> bool:
    """Say whether a run's count is not that of its episodes.

    They may be fewer where episodes are missing, or were not counted; never more.
    """
    pairs = (
        (summed.calls, stated.calls),
        (summed.mismatched, stated.mismatched),
        (summed.calls - summed.mismatched, stated.calls - stated.mismatched),
    )
    return any(ours > theirs or (whole and ours != theirs) for ours, theirs in pairs)


def _badness(found: Seen) -> tuple[float, int]:
    return found.share or 0.0, found.mismatched


def _is_count(found: Replayed) -> bool:
    return 0 <= found.mismatched <= found.calls


class Mode(Struct, frozen=True, kw_only=True):
    """Whether a run had a user, and whether its benchmark's re-score sees that.

    Readers give it as ``Run.notes["rescore"]["mode"]``.
    """

    alone: bool
    """Whether the user simulator is a dummy."""
    taken: bool
    """Whether a re-score takes it for a run without a user."""
    agent: str | None = None
    agents: tuple[str, ...] = ()
    """Names of agents by which a re-score knows such a run."""
    user: str | None = None
    user_calls: int = 0
    """The agent's calls to tools of the user's side that were answered."""
    pointers: tuple[str, ...] = ()

    @property
    def misread(self) -> bool:
        """Whether a re-score replays the run in another world than it was made in."""
        return (self.alone or self.user_calls > 0) and not self.taken


def mode_of(run: Run) -> Mode | None:
    """Return the mode; ``None``: no reader says it."""
    try:
        return msgspec.convert(_note(run).get("mode"), Mode | None)
    except msgspec.ValidationError:  # an archive may hold any notes
        return None


def replays(run: Run) -> bool:
    """Say whether the benchmark's own re-score is known to make every call again."""
    return _note(run).get("replays") is True


def _note(run: Run) -> dict[str, Any]:
    found = (run.notes or {}).get("rescore")
    return found if isinstance(found, dict) else {}
