"""What a file says came out of an episode: a pass, a failure, or nothing."""

import math

from evalrata.schemas.records import Episode, Run

__all__ = ["Outcomes"]


class Outcomes:
    """Reads recorded outcomes of one run.

    The stored number decides.  Without one, the run's own lists of successful and
    failed tasks do.  NaN and infinities are no outcome (``records.not-a-number``
    reports them).
    """

    def __init__(self, run: Run) -> None:
        """Take the pass mark and the lists from the run's header."""
        self._mark = run.pass_mark
        self._passed = frozenset(run.reported.passed or ())
        self._failed = frozenset(run.reported.failed or ())

    def passed(self, episode: Episode) -> bool | None:
        """Say whether the file counts the episode as passed.

        ``None``: it does not say.
        """
        stored = episode.grade.stored
        if stored is not None:
            return stored >= self._mark if math.isfinite(stored) else None
        listed = (episode.task in self._passed, episode.task in self._failed)
        return {(True, False): True, (False, True): False}.get(listed)

    def failed(self, episode: Episode) -> bool:
        """Say whether the file counts the episode as failed."""
        return self.passed(episode) is False
