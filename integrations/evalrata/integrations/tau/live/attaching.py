"""One call for a harness that uses tau-bench: every environment made from then on."""

import importlib
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any

from evalrata.instrument import acting_as, current
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.threads import CarryingExecutor
from evalrata.integrations.tau.live.env import instrument_env
from evalrata.integrations.tau.live.isolation import isolate
from evalrata.integrations.tau.live.patches import Patches
from evalrata.integrations.tau.live.solving import watch_agent
from evalrata.schemas.errors import UsageError

__all__ = ["Attached", "attach"]


class Attached:
    """What ``attach`` did; ``detach`` takes it back."""

    def __init__(self, *, isolated: bool) -> None:
        """Attach nothing yet."""
        self.isolated = isolated
        self.patches = Patches()

    def detach(self) -> None:
        """Leave environments alone that are made from now on."""
        global _ATTACHED  # noqa: PLW0603 - one process has one tau_bench
        self.patches.undo()
        if _ATTACHED is self:
            _ATTACHED = None


_ATTACHED: Attached | None = None


def attach(*, isolated: bool = False) -> Attached:
    """Instrument every tau-bench environment that is made from now on.

    ``isolated=True`` isolates their graders (``isolate``).  Where ``tau_bench.run``
    is there, its runner needs nothing more than an open run: each ``solve`` of an
    agent becomes an episode, and its threads know the run.  A second call does
    nothing.  Raises ``UsageError`` where tau_bench cannot be imported, or is attached
    with the other ``isolated``.
    """
    global _ATTACHED  # noqa: PLW0603 - one process has one tau_bench
    if _ATTACHED is None:
        made = Attached(isolated=isolated)
        _patch_environments(made.patches, isolate if isolated else instrument_env)
        _patch_runner(made.patches)
        _ATTACHED = made
    elif _ATTACHED.isolated != isolated:
        raise UsageError(
            f"tau_bench is attached with isolated={_ATTACHED.isolated}: detach that "
            "first"
        )
    return _ATTACHED


def _patch_environments(patches: Patches, instrument: Callable[[Any], Any]) -> None:
    try:
        base = importlib.import_module("tau_bench.envs.base").Env
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"tau_bench.envs.base.Env cannot be imported: {error}; install tau-bench, "
            "or call instrument_env on the environments"
        ) from error
    make = base.__init__

    @wraps(make)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        if current() is None:
            make(self, *args, **kwargs)
        else:
            # A user's constructor asks its model for a first message; nothing else
            # in an environment's asks any.
            with acting_as("user_simulator"):
                make(self, *args, **kwargs)
        try:
            instrument(self)
        except UsageError as error:
            FAULTS.add("instrumenting an environment of tau-bench", error)

    patches.replace(base, "__init__", init)


def _patch_runner(patches: Patches) -> None:
    """Patch the benchmark's own runner; a fork may have dropped it."""
    if find_spec("tau_bench.run") is None:
        return
    runner = importlib.import_module("tau_bench.run")
    factory = runner.agent_factory

    @wraps(factory)
    def agent_factory(*args: Any, **kwargs: Any) -> Any:
        return watch_agent(factory(*args, **kwargs))

    patches.replace(runner, "agent_factory", agent_factory)
    patches.replace(runner, "ThreadPoolExecutor", CarryingExecutor)
