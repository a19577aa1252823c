"""tau-bench's environment, with every step and grading told to the run.

How ``tau_bench.envs.base.Env`` works (sierra-research/tau-bench 59a200c): ``step``
appends the action to ``self.actions``; where that ends the episode it calls
``calculate_reward``, which loads the data anew and replays the task's gold through
``self.step``.  So the gold enters the agent's list, the agent's database is gone, and
a second grading compares gold with gold.  ``Recorded`` changes none of that: it says
who did what.
"""

from typing import Any

from evalrata.instrument import act, acting_as, current, grade
from evalrata.integrations.tau.live.mixing import Mixed, below, mix
from evalrata.integrations.tau.live.task import tell_task
from evalrata.integrations.tau.live.trace import trace_of
from evalrata.integrations.tau.live.users import mix_user
from evalrata.schemas.errors import UsageError

__all__ = ["GRADER", "Recorded", "instrument_env", "require_env"]

GRADER = "tau-bench"
METHODS = ("reset", "step", "calculate_reward")
RESPOND = "respond"
"""The action that is a message to the user (``RESPOND_ACTION_NAME``)."""


class Recorded(Mixed):
    """Mixed into an environment: records, and changes nothing."""

    _evalrata_replays = True
    """Whether the grader's replay enters the agent's list."""

    def reset(self, *args: Any, **kwargs: Any) -> Any:
        """Begin a task anew."""
        trace = trace_of(self)
        trace.gradings, trace.episode = 0, None
        return below(self).reset(*args, **kwargs)

    def step(self, action: Any, *args: Any, **kwargs: Any) -> Any:
        """Do one action: the agent's, or the grader's where the grader asks for it."""
        trace = trace_of(self)
        tell_task(self, replays=self._evalrata_replays)
        if self._evalrata_replays or not trace.grading:
            _record(action, grading=trace.grading)
        return below(self).step(action, *args, **kwargs)

    def calculate_reward(self, *args: Any, **kwargs: Any) -> Any:
        """Grade.  A grading inside a grading is a part of it, not a second one."""
        trace = trace_of(self)
        if trace.grading:
            return below(self).calculate_reward(*args, **kwargs)
        tell_task(self, replays=self._evalrata_replays)
        trace.grading, trace.gradings = True, trace.gradings + 1
        try:
            with acting_as("grader"):
                found = below(self).calculate_reward(*args, **kwargs)
        except Exception:
            grade(None, by=GRADER)
            raise
        finally:
            trace.grading = False
        grade(getattr(found, "reward", None), by=GRADER)
        return found


def instrument_env(env: Any) -> Any:
    """Record what is done in a tau-bench environment; scores stay as they are.

    Steps become actions of the agent, or of the grader where its replay makes them;
    a grading becomes the episode's grade; the user's model calls are the user
    simulator's.  Works on the object, which is returned; a second time does nothing.
    Raises ``UsageError`` for an object that is no such environment.
    """
    require_env(env)
    mix(env, Recorded)
    mix_user(env)
    return env


def require_env(env: Any) -> None:
    """Raise ``UsageError`` for what is not, or no longer, such an environment."""
    kind = type(env).__qualname__
    missing = [m for m in METHODS if not callable(getattr(env, m, None))]
    if missing:
        raise UsageError(
            f"{kind} has no {', '.join(missing)}: it is no environment of tau-bench; "
            "pass what tau_bench.envs.get_env returns"
        )
    if not hasattr(env, "__dict__"):
        raise UsageError(f"{kind} keeps its attributes in slots: no room for a trace")
    patched = [m for m in METHODS if m in vars(env)]
    if patched:
        raise UsageError(
            f"{', '.join(patched)} of this {kind} was replaced on the object, which "
            "hides its calls: instrument the environment before that"
        )


def _record(action: Any, *, grading: bool) -> None:
    """Tell the action before it is done: a user or tool that raises has been asked."""
    name = str(getattr(action, "name", None))
    scope = current()
    stepping = (scope.actor if scope else None) or "agent"
    act(
        name,
        getattr(action, "kwargs", None),
        kind="reply" if name == RESPOND else "tool",
        actor="grader" if grading else stepping,
    )
