"""What a run says about replaying its calls: how many differed, and in which mode."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from evalrata.schemas.records import Replayed, Run

__all__ = ["Mode", "Seen", "mode_of", "replays", "seen"]


class Seen(Struct, frozen=True):
    """Replayed calls of a run, as far as they were counted."""

    calls: int
    mismatched: int
    lacking: int = 0
    """Episodes of which nothing was counted, where each counts its own."""
    pointer: str | None = None

    @property
    def share(self) -> float | None:
        """``mismatched / calls``; ``None``: no call had a recorded result."""
        return self.mismatched / self.calls if self.calls > 0 else None


def seen(run: Run, episodes: Iterable[Replayed | None]) -> Seen | None:
    """Return what a re-score counted over a run, or else over its episodes.

    ``None``: nothing was counted.  A count that cannot be one (more mismatched than
    made) is none.
    """
    whole = None if run.rescoring is None else run.rescoring.replay
    if whole is not None and _is_count(whole):
        return Seen(whole.calls, whole.mismatched, pointer=whole.pointer)
    each = [] if whole is not None else list(episodes)
    counted = [e for e in each if e is not None and _is_count(e)]
    if not counted:
        return None
    return Seen(
        sum(e.calls for e in counted),
        sum(e.mismatched for e in counted),
        len(each) - len(counted),
    )


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
