"""What is put around functions of tau2-bench: an episode, a trial, the pins."""

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any

from evalrata.instrument import current, episode
from evalrata.instrument.faults import FAULTS
from evalrata.integrations.tau2.live.orchestrator import instrument_orchestrator
from evalrata.integrations.tau2.live.pins import pin_tasks, pin_user
from evalrata.integrations.tau2.live.results import record_result
from evalrata.schemas.errors import UsageError

__all__ = ["batching", "orchestrating", "simulating", "trying"]

Function = Callable[..., Any]

TRIAL: ContextVar[int | None] = ContextVar("evalrata_tau2_trial", default=None)
"""The trial that a thread of the batch runner is at."""


def orchestrating(function: Function) -> Function:
    """Instrument an orchestrator before it runs."""

    @wraps(function)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        scope = current()
        if scope is not None:
            try:
                instrument_orchestrator(self)
                pin_user(scope.run, self.user)
            except UsageError as error:
                FAULTS.add("instrumenting an orchestrator of tau2-bench", error)
        return function(self, *args, **kwargs)

    return run


def simulating(function: Function) -> Function:
    """Make an episode of a call that simulates and evaluates a task.

    The task is an argument (``run_task`` of 0.2.0), or the orchestrator's
    (``run_simulation``).  In an episode of the harness's own, that one is used.
    """

    @wraps(function)
    def simulate(*args: Any, **kwargs: Any) -> Any:
        scope, given = current(), _arguments(function, args, kwargs)
        task = given.get("task") or getattr(given.get("orchestrator"), "task", None)
        if scope is None or task is None:
            return function(*args, **kwargs)
        if scope.episode is not None:
            return _simulated(function, args, kwargs, task)
        with episode(task.id, TRIAL.get()):
            return _simulated(function, args, kwargs, task)

    return simulate


def trying(function: Function) -> Function:
    """Remember the trial for the episodes of every attempt at it."""

    @wraps(function)
    def run_with_retry(*args: Any, **kwargs: Any) -> Any:
        token = TRIAL.set(_arguments(function, args, kwargs).get("trial"))
        try:
            return function(*args, **kwargs)
        finally:
            TRIAL.reset(token)

    return run_with_retry


def batching(function: Function) -> Function:
    """Pin the tasks of a batch."""

    @wraps(function)
    def run_tasks(*args: Any, **kwargs: Any) -> Any:
        scope = current()
        if scope is not None:
            try:
                pin_tasks(scope.run, _arguments(function, args, kwargs)["tasks"])
            except Exception as error:  # noqa: BLE001 - a fork's tasks may be anything
                FAULTS.add("reading the tasks of tau2-bench", error)
        return function(*args, **kwargs)

    return run_tasks


def _simulated(function: Function, args: Any, kwargs: Any, task: Any) -> Any:
    simulation = function(*args, **kwargs)
    record_result(simulation, task)
    return simulation


def _arguments(function: Function, args: Any, kwargs: Any) -> dict[str, Any]:
    """Return arguments by name; none where they do not fit, which the call will say."""
    try:
        return dict(inspect.signature(function).bind(*args, **kwargs).arguments)
    except TypeError:
        return {}
