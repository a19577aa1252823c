"""Runs of other processes that this one takes part in."""

import os
import threading
from collections import Counter, OrderedDict
from pathlib import Path

from evalrata.instrument.about import About
from evalrata.instrument.context import Scope
from evalrata.instrument.episode import LiveEpisode
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.forks import live
from evalrata.instrument.passage import Passage
from evalrata.instrument.run import LiveRun

__all__ = ["GUESTS", "Guests"]

RESTING = 16
"""Runs that are kept open though nothing of them goes on."""


class Guests:
    """Opens one part for each run, however often it is joined."""

    def __init__(self) -> None:
        """Start with none."""
        self._blocks: Counter[str] = Counter()
        self._resting: OrderedDict[str, LiveRun] = OrderedDict()
        self._lock = threading.RLock()

    def scope(self, passage: Passage, folder: Path) -> Scope:
        """Return the scope that a passage names, in this process."""
        with self._lock:
            run = live(passage.of) or _joined(passage, folder)
        self._rested(run)
        return Scope(run, _episode(run, passage), passage.actor)

    def enter(self, run: LiveRun) -> None:
        """Note that a block of the run was entered."""
        with self._lock:
            self._blocks[run.of] += 1
            self._resting.pop(run.of, None)

    def leave(self, run: LiveRun) -> None:
        """Note that it was left."""
        with self._lock:
            self._blocks[run.of] -= 1
        self._rested(run)

    def forked(self) -> None:
        """Go on in a forked process, where the lock may be held by nobody."""
        self._lock = threading.RLock()

    def _rested(self, run: LiveRun) -> None:
        """Keep a run that is in no block; close the one that has rested longest."""
        with self._lock:
            if run.moved and self._blocks[run.of] <= 0:
                self._blocks.pop(run.of, None)
                self._resting[run.of] = run
                self._resting.move_to_end(run.of)
            over = max(0, len(self._resting) - RESTING)
            longest = [self._resting.popitem(last=False) for _ in range(over)]
        for _, resting in longest:
            resting.finish()


GUESTS = Guests()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=GUESTS.forked)


def _joined(passage: Passage, folder: Path) -> LiveRun:
    about = About(id=passage.run, benchmark=passage.benchmark)
    run = LiveRun(about, of=passage.of)
    run.move(folder)
    return run


def _episode(run: LiveRun, passage: Passage) -> LiveEpisode | None:
    if passage.episode is None or passage.task is None:
        return None
    found = run.roster.get(passage.episode)
    if found is not None:
        return found
    if not run.moved:
        FAULTS.add("joining", LookupError(f"no episode {passage.episode} is known"))
        return None
    episode = LiveEpisode(run, passage.episode, passage.task, passage.trial)
    run.know(episode)
    return episode
