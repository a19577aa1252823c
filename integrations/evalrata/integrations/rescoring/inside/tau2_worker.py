"""Re-scores one tau2-bench results file with a checkout's own code, under watch.

Request: ``file`` (path), ``embedded`` (grade by the tasks in the file), ``idle`` (try
an agent that does nothing).  Answers, in this order, each with its ``kind``:

- ``missing``: a module that the interpreter lacks; nothing follows;
- ``unreadable``: why the benchmark cannot read the file; nothing follows;
- ``about``: domain, names of agent and user, whether the run has no user and whether
  this build sees it, why the checkout's tasks could not be loaded;
- ``task``: a definition in the file and in the checkout, whether it needs a write, and
  whether an untouched environment passes it;
- ``episode``: by its number in the file: ``graded`` by the definition asked for,
  ``other`` by the other one where the two differ, ``forced`` in solo mode where the
  build did not see that the run has no user, and how many ``calls`` it records.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import worker
    from evalrata.integrations.rescoring.inside.tau2_grading import Grader
    from evalrata.integrations.rescoring.inside.tau2_writing import (
        Tools,
        calls_of,
        needs_write,
        writes_among,
    )
else:
    import python_version  # noqa: F401 - before those that an older one cannot read
    import worker
    from tau2_grading import Grader
    from tau2_writing import Tools, calls_of, needs_write, writes_among

SOLO_USER = "dummy_user"
"""The user implementation of a run without a user (``runner/build.py``)."""

GRADED_PARTS = ("evaluation_criteria", "initial_state")


def ask(request: dict[str, Any]) -> Iterator[worker.Answer]:
    """Answer for one file."""
    try:
        grader = Grader()
    except ModuleNotFoundError as error:
        yield {"kind": "missing", "module": error.name, "message": str(error)}
        return
    _quiet()
    try:
        results = grader.load(request["file"])
    except Exception as error:  # noqa: BLE001 - whatever a file makes of it
        message = " ".join(str(error).split())[:500]
        yield {"kind": "unreadable", "message": f"{type(error).__name__}: {message}"}
        return
    yield from _File(grader, results, request).answers()


class _File:
    """One results file."""

    def __init__(self, grader: Grader, results: Any, request: dict[str, Any]) -> None:
        self.grader, self.results, self.request = grader, results, request
        self.domain = results.info.environment_info.domain_name
        self.embedded = {task.id: task for task in results.tasks}
        self.fresh: dict[str, Any] = {}
        self.why = ""
        self.tools = Tools(self._environment())
        self.no_user = results.info.user_info.implementation == SOLO_USER
        self.solo = grader.solo(results)

    def answers(self) -> Iterator[worker.Answer]:
        """Yield what is known of the file, its tasks and its simulations."""
        try:
            self.fresh = self.grader.fresh(self.domain)
        except Exception as error:  # noqa: BLE001 - said, and decided by the caller
            self.why = _why(error)
        yield self._about()
        if self.why and not self.request["embedded"]:
            return
        for task in self.embedded.values():
            yield self._task(task)
        for index, simulation in enumerate(self.results.simulations):
            yield self._episode(index, simulation)

    def _about(self) -> worker.Answer:
        info = self.results.info
        return {
            "kind": "about",
            "domain": self.domain,
            "agent": info.agent_info.implementation,
            "user": info.user_info.implementation,
            "no_user": self.no_user,
            "solo": self.solo,
            "not_loaded": self.why,
        }

    def _task(self, task: Any) -> worker.Answer:
        used = self._used(task.id)
        return {
            "kind": "task",
            "id": task.id,
            "embedded": task.model_dump(mode="json"),
            "fresh": (
                self.fresh[task.id].model_dump(mode="json")
                if task.id in self.fresh
                else None
            ),
            "needs_write": needs_write(used, self.tools),
            "idle": self._idle(used) if self.request["idle"] else None,
        }

    def _episode(self, index: int, simulation: Any) -> worker.Answer:
        used = self._used(simulation.task_id)
        other = self._other(simulation.task_id)
        grade = self.grader.graded
        forced = None
        if self.no_user and not self.solo:
            with self.grader.forced_solo():
                recorded = self.embedded.get(simulation.task_id)
                forced = grade(self.results, simulation, recorded)
        return {
            "kind": "episode",
            "index": index,
            "id": simulation.id,
            "calls": sum(1 for _ in calls_of(simulation)),
            "graded": grade(self.results, simulation, used),
            "other": grade(self.results, simulation, other) if other else None,
            "forced": forced,
            "writes": writes_among(used, simulation, self.tools) if used else [],
        }

    def _used(self, task: str) -> Any:
        embedded = self.embedded.get(task)
        if self.request["embedded"] or embedded is None:
            return embedded
        return self.fresh.get(task, embedded)

    def _other(self, task: str) -> Any:
        """Return the definition that is not used, if it grades otherwise."""
        embedded, fresh = self.embedded.get(task), self.fresh.get(task)
        if embedded is None or fresh is None:
            return None
        if all(getattr(embedded, p) == getattr(fresh, p) for p in GRADED_PARTS):
            return None
        return fresh if self.request["embedded"] else embedded

    def _idle(self, task: Any) -> dict[str, Any] | None:
        """Grade a conversation that ended at once, made of one that the file holds."""
        some = (s for s in self.results.simulations if s.task_id == task.id)
        if (simulation := next(some, None)) is None:
            return None
        history = task.initial_state and task.initial_state.message_history
        nothing = {
            "messages": list(history or ()),
            "termination_reason": _stop(simulation),
        }
        if getattr(simulation, "ticks", None) is not None:
            nothing["ticks"] = []
        idle = simulation.model_copy(update=nothing)
        return self.grader.graded(self.results, idle, task)

    def _environment(self) -> Any:
        try:
            return self.grader.registry.get_env_constructor(self.domain)()
        except Exception:  # noqa: BLE001 - each simulation then says why
            return None


def _why(error: Exception) -> str:
    """Say what went wrong, of a file by its name alone."""
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return f"{PurePath(error.filename).name}: {error.strerror}"
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:500]


def _stop(simulation: Any) -> Any:
    """Return the reason of a conversation that the agent ended."""
    module = import_module(type(simulation).__module__)
    return module.TerminationReason.AGENT_STOP


def _quiet() -> None:
    """Log errors alone, as the benchmark's command does."""
    handlers = [{"sink": sys.stderr, "level": "ERROR"}]
    import_module("loguru").logger.configure(handlers=handlers)


if __name__ == "__main__":
    worker.main(ask)
