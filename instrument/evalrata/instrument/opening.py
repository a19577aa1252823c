"""The ``with`` of an episode."""

from typing import TYPE_CHECKING, Any

from evalrata.instrument.acting import acting
from evalrata.instrument.context import Scope, entered, left
from evalrata.instrument.scoped import Scoped
from evalrata.schemas.records import Actor

if TYPE_CHECKING:
    from evalrata.instrument.episode import LiveEpisode
    from evalrata.instrument.run import LiveRun

__all__ = ["Episodes"]


class Episodes(Scoped["LiveEpisode"]):
    """Opens an episode of a run, and ends it by what left the block."""

    def __init__(
        self, run: "LiveRun", task: Any, trial: int | None, actor: Actor | None
    ) -> None:
        """Keep the arguments."""
        self._arguments = (run, task, trial, actor)

    def enter(self) -> "LiveEpisode":
        """Start it, and make it the current one."""
        run, task, trial, said = self._arguments
        actor = None if said is None else acting(said, "episode", run)
        self._run, self._episode = run, run.begin(task, trial)
        self._token = entered(Scope(run, self._episode, actor))
        return self._episode

    def leave(self, error: BaseException | None) -> None:
        """End it."""
        left(self._token)
        self._run.end(self._episode, error)

    def again(self) -> "Episodes":
        """Return one for another call."""
        return Episodes(*self._arguments)
