"""One call for a harness that uses tau2-bench, 0.2.0 to 1.0.1."""

import importlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from evalrata.instrument import acting_as
from evalrata.instrument.threads import CarryingExecutor
from evalrata.integrations.tau.live.patches import Patches
from evalrata.integrations.tau2.live import wrapping
from evalrata.schemas.errors import UsageError

__all__ = ["Attached", "attach"]

Function = Callable[..., Any]

ORCHESTRATORS = (
    ("tau2.orchestrator.orchestrator", "BaseOrchestrator"),
    ("tau2.orchestrator.orchestrator", "Orchestrator"),
    ("tau2.orchestrator.full_duplex_orchestrator", "FullDuplexOrchestrator"),
)
EPISODES = (
    ("tau2.runner.simulation", "run_simulation"),
    ("tau2.runner.batch", "run_simulation"),
    ("tau2.runner", "run_simulation"),
    ("tau2.run", "run_simulation"),
)
BATCHES = (
    ("tau2.runner.batch", "run_tasks"),
    ("tau2.runner", "run_tasks"),
    ("tau2.run", "run_tasks"),
    ("tau2.run", "_run_tasks"),
)
GRADERS = (
    ("tau2.runner.simulation", "evaluate_simulation"),
    ("tau2.runner.batch", "run_auto_review"),
    ("tau2.runner.batch", "check_hallucination"),
    ("tau2.run", "evaluate_simulation"),
)
POOLS = (
    ("tau2.runner.batch", "ThreadPoolExecutor"),
    ("tau2.run", "ThreadPoolExecutor"),
)


class Attached:
    """What ``attach`` did; ``detach`` takes it back."""

    def __init__(self) -> None:
        """Attach nothing yet."""
        self.patches = Patches()

    def detach(self) -> None:
        """Leave simulations alone that start from now on."""
        global _ATTACHED  # noqa: PLW0603 - one process has one tau2
        self.patches.undo()
        if _ATTACHED is self:
            _ATTACHED = None


_ATTACHED: Attached | None = None


def attach() -> Attached:
    """Instrument every tau2-bench simulation that starts from now on.

    Its runners need nothing more than an open run: each attempt at a simulation
    becomes an episode, one that failed and was retried too, and its threads know the
    run.  0.2.0 does not say which trial it is at.  Inside an episode of the harness's
    own, that one is used.  A second call does nothing.  Raises ``UsageError`` where
    tau2 cannot be imported.
    """
    global _ATTACHED  # noqa: PLW0603 - one process has one tau2
    if _ATTACHED is None:
        made = Attached()
        try:
            importlib.import_module("tau2.run")
        except ImportError as error:
            raise UsageError(f"tau2 cannot be imported: {error}") from error
        _patch(made.patches)
        _ATTACHED = made
    return _ATTACHED


def _patch(patches: Patches) -> None:
    for places, wrapper in (
        (EPISODES, wrapping.simulating),
        (BATCHES, wrapping.batching),
        (GRADERS, acting_as("grader")),
        (POOLS, lambda _: CarryingExecutor),
        ((("tau2.runner.batch", "run_with_retry"),), wrapping.trying),
    ):
        for module, name in places:
            _replace(patches, _module(module), name, wrapper)
    if find_spec("tau2.runner") is None:
        _replace(patches, _module("tau2.run"), "run_task", wrapping.simulating)
    for module, name in ORCHESTRATORS:
        _replace(
            patches, getattr(_module(module), name, None), "run", wrapping.orchestrating
        )


def _module(name: str) -> Any:
    """Import a module of tau2, if this version has it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


def _replace(patches: Patches, owner: Any, name: str, wrapper: Function) -> None:
    if owner is not None and name in vars(owner):
        patches.replace(owner, name, wrapper(vars(owner)[name]))
