"""Asks tau2-bench's own re-score for the result of one simulation at a time.

``compute_simulation_rewards`` is what ``tau2 evaluate-trajs`` calls.  It treats each
simulation apart from the others, so that a results file with one simulation and its
task gives the same result, and one that raises keeps nothing from the rest.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside.tau2_watching import Watch
    from evalrata.integrations.rescoring.inside.time_limit import TookTooLong, limit
else:
    from tau2_watching import Watch
    from time_limit import TookTooLong, limit

__all__ = ["Grader", "NeedsJudgeError"]

SCRIPT = "tau2.scripts.evaluate_trajectories"
JUDGE = "tau2.evaluator.evaluator_nl_assertions"
STOPPED = "Simulation terminated prematurely"
"""How the note begins that the evaluator leaves where it compared nothing."""

LONG = 300
"""Characters of a reason that are kept."""


class NeedsJudgeError(Exception):
    """An assertion in words would be put to a model."""


class Grader:
    """The re-score of one checkout, under watch."""

    def __init__(self) -> None:
        """Import the checkout, and keep its judge from asking a model."""
        self.script: Any = import_module(SCRIPT)
        self.registry: Any = import_module("tau2.registry").registry
        self.watch = Watch(import_module("tau2.environment.environment").Environment)
        judge: Any = import_module(JUDGE)
        judge.generate = _refuse

    def load(self, path: str) -> Any:
        """Read a results file as the command does."""
        return self.script.Results.load(path)

    def solo(self, results: Any) -> bool:
        """Say whether this build takes the run for one without a user."""
        return bool(self.script.is_solo_mode(results))

    def fresh(self, domain: str) -> dict[str, Any]:
        """Return the tasks of the data folder, by id.

        All splits: newer loaders take the name of a split, older ones take nothing.
        """
        loader = self.registry.get_tasks_loader(domain)
        try:
            tasks = loader(None)
        except TypeError:
            tasks = loader()
        return {task.id: task for task in tasks}

    def graded(self, results: Any, simulation: Any, task: Any) -> dict[str, Any]:
        """Grade one simulation by one definition of its task."""
        parts = {"simulations": [simulation], "tasks": [task] if task else []}
        value, reason, failed = None, "", True
        with self.watch.one():
            try:
                with limit():
                    done = self.script.compute_simulation_rewards(
                        results.model_copy(update=parts)
                    )
                value, reason, failed = _result(done.simulations[0].reward_info)
            except NeedsJudgeError as judge:
                reason, failed = str(judge), False
            except TookTooLong as late:
                reason = f"the grader took {late}"
            except Exception as error:  # noqa: BLE001 - the reason of one simulation
                reason = _said(error)
        replay = self.watch.replay
        return {
            "value": value,
            "reason": reason,
            "failed": failed,
            "replay": None if replay is None else replay.told(),
        }

    @contextmanager
    def forced_solo(self) -> Iterator[None]:
        """Let the re-score take every run for one without a user."""
        real = self.script.is_solo_mode
        self.script.is_solo_mode = _always
        try:
            yield
        finally:
            self.script.is_solo_mode = real


def _result(left: Any) -> tuple[float | None, str, bool]:
    """Return a result, why there is none, and whether that is the grader's failure."""
    note = (left.info or {}).get("note") or ""
    if str(note).startswith(STOPPED):
        return None, f"the grader compares nothing: {note}"[:LONG], False
    if left.reward is None:
        return None, "the grader gave no result", True
    return left.reward, "", False


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"the grader raised {type(error).__name__}: {text}"[:LONG]


def _always(_results: Any) -> bool:
    return True


def _refuse(*_args: Any, **_named: Any) -> Any:
    raise NeedsJudgeError("needs a judge model: the task has assertions in words")
