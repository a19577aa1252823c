"""From what Inspect's hooks tell to runs and episodes.

Tasks and samples run side by side on one event loop: everything is kept by the id of
the task's execution and of the sample's.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from evalrata.instrument import Scope, current
from evalrata.instrument.context import entered, left
from evalrata.integrations.inspect.calls import usage_of
from evalrata.integrations.inspect.settings import Settings
from evalrata.integrations.inspect.task import Task
from evalrata.schemas.records import Actor, Call

if TYPE_CHECKING:
    from evalrata.integrations.inspect.sample import Sample

__all__ = ["Recorder"]

REMEMBERED = 4096
"""Model calls between their start and their event that are remembered, at most."""


class Recorder:
    """The runs that are open, by execution id, and their samples, by sample id."""

    def __init__(self, settings: Settings) -> None:
        """Start with none."""
        self._settings = settings
        self._tasks: dict[str, Task] = {}
        self._samples: dict[str, tuple[Task, Sample]] = {}
        self._declared: dict[str, Actor | None] = {}

    def task_started(self, spec: Any) -> None:
        """Open a run."""
        self._tasks[spec.eval_id] = Task(spec, self._settings, self._declared)

    def task_ended(self, execution: str, status: str) -> None:
        """Close it; samples that Inspect did not end never ended."""
        task = self._tasks.pop(execution, None)
        if task is None:
            return
        self._samples = {
            key: found for key, found in self._samples.items() if found[0] is not task
        }
        task.end(status)

    def all_ended(self, run: str, logs: Iterable[Any]) -> None:
        """Close the tasks whose end was not told: Inspect skips it after an error."""
        statuses = {log.eval.eval_id: log.status for log in logs}
        for execution, task in list(self._tasks.items()):
            if task.run_id == run:
                self.task_ended(execution, statuses.get(execution, "unknown"))

    def close(self) -> None:
        """Close everything."""
        for execution in list(self._tasks):
            self.task_ended(execution, "detached")

    def sample_started(self, execution: str, key: str, name: Any, epoch: int) -> None:
        """Open an episode."""
        task = self._tasks.get(execution)
        if task is not None:
            self._samples[key] = (task, task.sample(name, epoch))

    def attempt_started(self, key: str) -> None:
        """Begin the sample, or begin it again."""
        if key in self._samples:
            self._samples[key][1].again()

    def attempt_ended(self, key: str) -> None:
        """Count what the attempt left."""
        if key in self._samples:
            self._samples[key][1].settle()

    def event(self, key: str, event: Any) -> None:
        """Take an event of a sample."""
        if key in self._samples:
            self._samples[key][1].take(event)

    def sample_ended(self, key: str, sample: Any) -> None:
        """Grade and close the episode."""
        found = self._samples.pop(key, None)
        if found is not None:
            task, mine = found
            mine.end(sample, task.tally.scored(sample.scores))

    def generating(self, messages: Sequence[Any]) -> None:
        """Remember who acts where a model call is made, by the last message's id.

        Calls of two actors on one message cannot be told apart: nobody's.
        """
        last = messages[-1].id if messages else None
        if last is None:
            return
        scope = current()
        actor = scope.actor if scope is not None else None
        if self._declared.get(last, actor) != actor:
            actor = "unknown"
        elif len(self._declared) >= REMEMBERED:
            self._declared.pop(next(iter(self._declared)))
        self._declared[last] = actor

    def outside(self, model: str, counts: Any) -> None:
        """Take a model call outside any sample, if one run is open and it is that's."""
        if len(self._tasks) != 1:
            for task in self._tasks.values():
                task.live.misuse.add(
                    f"a call of {model} outside any sample, with several tasks open, "
                    "is in no run's sums"
                )
            return
        (task,) = self._tasks.values()
        call = Call(
            id=secrets.token_hex(8),
            kind="call",
            name="generate",
            scope="inspect_ai",
            model=model.partition("/")[2] or model,
            usage=usage_of(counts),
        )
        token = entered(Scope(task.live))
        try:
            task.live.span_started(("inspect_ai", call.id))
            task.live.span_ended(("inspect_ai", call.id), call)
        finally:
            left(token)
