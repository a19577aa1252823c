"""The episodes of a run: open, and done."""

from collections import Counter
from collections.abc import Iterable

from evalrata.instrument.about import About
from evalrata.instrument.episode import LiveEpisode
from evalrata.instrument.told import Wrapped
from evalrata.schemas.card import Counts, Isolation
from evalrata.schemas.records import Episode
from evalrata.schemas.report import Actions

__all__ = ["Roster"]

Attempt = tuple[str, int | None]
"""Task and trial."""


class Roster:
    """Keeps what is needed of each episode: of those that are done, no actions."""

    def __init__(self) -> None:
        """Start empty."""
        self.open: dict[str, LiveEpisode] = {}
        self.done: dict[str, LiveEpisode] = {}
        self.elsewhere: dict[str, LiveEpisode] = {}
        """Those that live in another process; they are not counted here."""
        self.acted = False
        """Whether the run has recorded an action: an episode without one is idle."""
        self._last: dict[Attempt, LiveEpisode] = {}
        self._actions: Counter[str] = Counter()
        self._left_out = 0
        self._wrapped: dict[tuple[str, str | None], Counter[str]] = {}

    def opened(self, episode: LiveEpisode) -> None:
        """Take an episode that goes on, here or in another process."""
        kept = self.elsewhere if episode.elsewhere else self.open
        kept[episode.id] = episode
        attempt = (episode.task, episode.trial)
        last = self._last.get(attempt)
        if last is None or last.started <= episode.started:
            self._last[attempt] = episode

    def finished(self, episode: LiveEpisode, record: Episode) -> None:
        """Take an episode that is done; its actions are counted and let go."""
        self.open.pop(episode.id, None)
        self._actions.update(a.actor for a in record.actions or ())
        self._left_out += episode.left_out
        self._wrap(episode.wrapped)
        episode.forget_actions()
        self.done[episode.id] = episode

    def last(self, task: str, trial: int | None) -> LiveEpisode | None:
        """Return the episode of a task and trial that was opened last."""
        return self._last.get((task, trial))

    def get(self, identity: str) -> LiveEpisode | None:
        """Return an episode by its id."""
        kept = (self.open, self.done, self.elsewhere)
        return next((e for table in kept if (e := table.get(identity))), None)

    def episodes(self) -> list[LiveEpisode]:
        """Return every episode."""
        return [*list(self.done.values()), *list(self.open.values())]

    def records(self) -> list[Episode]:
        """Return every episode as records have it, those that go on as they stand."""
        return [e.record() for e in self.episodes()]

    def actions(self) -> Actions | None:
        """Count the actions recorded by who did them; ``None`` without any."""
        counts = Counter(self._actions)
        for episode in list(self.open.values()):
            counts.update(a.actor for a in episode.actions or ())
        return Actions(**counts) if counts else None

    def left_out(self) -> int:
        """Count spans of executed tools that stand in no list of actions."""
        return self._left_out + sum(e.left_out for e in list(self.open.values()))

    def isolation(self) -> tuple[Isolation, ...]:
        """Return which wrappers ran, each with its counts."""
        return tuple(
            Isolation(wrapper=wrapper, version=version, **counts)
            for (wrapper, version), counts in sorted(
                self._wrapped.items(), key=lambda item: str(item[0])
            )
        )

    def counts(self, about: About) -> Counts:
        """Count the episodes by how far they came."""
        records = self.records()
        states = Counter(e.grade.state for e in records)
        ends = Counter(e.termination.kind for e in records)
        finished = sum((e.notes or {}).get("ended") is not None for e in records)
        expected = None if about.count is None else about.count * (about.trials or 1)
        made = {(e.task, e.trial) for e in records}
        return Counts(
            started=len(records),
            finished=finished,
            graded=states["graded"],
            ungraded=states["ungraded"] + states["unknown"],
            crashed=ends["crashed"],
            censored=ends["censored"],
            never_ended=len(records) - finished,
            graded_twice=sum(e.grades > 1 for e in self.episodes()),
            declared=expected,
            missing=None if expected is None else _missing(about, made, expected),
            undeclared=None if expected is None else _undeclared(about, made),
            repeated=len(records) - len(made),
        )

    def _wrap(self, wrapped: Iterable[Wrapped]) -> None:
        seen: set[tuple[str, str | None]] = set()
        for w in wrapped:
            key = (w.wrapper, w.version)
            counts = self._wrapped.setdefault(key, Counter())
            counts["graded"] += w.graded
            counts["regraded"] += w.regraded
            counts["episodes"] += key not in seen
            seen.add(key)


def _missing(about: About, made: set[Attempt], expected: int) -> int:
    """Count what was declared and not started."""
    if about.tasks is None:
        return max(0, expected - len(made))
    times = Counter(task for task, _ in made)
    return sum(max(0, (about.trials or 1) - times[task]) for task in about.tasks)


def _undeclared(about: About, made: set[Attempt]) -> int:
    """Count what was started and not declared.

    Trials are held against their number only where the run said one.
    """
    times = Counter(task for task, _ in made)
    if about.tasks is None:
        tasks = about.count or 0
        if about.trials is None:
            return max(0, len(times) - tasks)
        return max(0, len(made) - tasks * about.trials)
    known = set(about.tasks)
    most = about.trials or len(made)
    return sum(n if t not in known else max(0, n - most) for t, n in times.items())
