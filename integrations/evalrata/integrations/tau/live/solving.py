"""One ``agent.solve`` of tau-bench's own runner is one episode."""

import threading
from collections import Counter
from typing import Any

from evalrata.instrument import censored, current, episode, stored
from evalrata.integrations.tau.live.mixing import Mixed, below, mix
from evalrata.integrations.tau.live.trace import trace_of

__all__ = ["Solving", "watch_agent"]

OWN_AGENTS = "tau_bench.agents."
LIMIT = "max_num_steps"


class Solving(Mixed):
    """Mixed into an agent that ``tau_bench.run.agent_factory`` made."""

    def solve(self, env: Any, task_index: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Solve a task, as an episode.

        The runner stores the reward that comes back, and 0.0 for an exception
        (``tau_bench/run.py`` 77-96).  Not where the harness has opened an episode of
        its own, nor where the environment is to draw the task.
        """
        scope = current()
        if scope is None or scope.episode is not None or task_index is None:
            return below(self).solve(env, task_index, *args, **kwargs)
        trial = _trials_of(self).next(task_index)
        with episode(task_index, trial, actor="agent"):
            try:
                found = below(self).solve(env, task_index, *args, **kwargs)
            except Exception:
                stored(0.0)
                raise
            stored(getattr(found, "reward", None))
            if _ran_out(self, env):
                censored(LIMIT)
            return found


def watch_agent(agent: Any) -> Any:
    """Make episodes of what an agent solves; returns the agent."""
    mix(agent, Solving)
    return agent


def _ran_out(agent: Any, env: Any) -> bool:
    """Say whether the limit of steps ended the episode.

    The benchmark's own agents stop only when the environment says that it is done,
    which grades, or at the limit.  Of other agents it is not known.
    """
    return type(agent).__module__.startswith(OWN_AGENTS) and not trace_of(env).gradings


class _Trials:
    """Numbers the attempts at each task; the runner makes them trial by trial."""

    def __init__(self) -> None:
        self._made: Counter[Any] = Counter()
        self._lock = threading.Lock()

    def next(self, task: Any) -> int:
        """Return the number of the next attempt at ``task``, from 0."""
        with self._lock:
            self._made[task] += 1
            return self._made[task] - 1


_NEW = threading.Lock()


def _trials_of(agent: Any) -> _Trials:
    with _NEW:
        found: _Trials = vars(agent).setdefault("_evalrata_trials", _Trials())
    return found
