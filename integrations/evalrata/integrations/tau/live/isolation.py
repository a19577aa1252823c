"""A grader that works on copies, so that what it does stays its own."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from evalrata.instrument import isolated
from evalrata.instrument.faults import FAULTS
from evalrata.integrations.tau.live.env import GRADER, Recorded, require_env
from evalrata.integrations.tau.live.mixing import mix
from evalrata.integrations.tau.live.pins import package
from evalrata.integrations.tau.live.trace import trace_of
from evalrata.integrations.tau.live.users import mix_user

__all__ = ["Isolated", "isolate"]


class Isolated(Recorded):
    """Mixed into an environment: grades a copy, and leaves the agent's as it was."""

    _evalrata_replays = False

    def calculate_reward(self, *args: Any, **kwargs: Any) -> Any:
        """Grade what the agent left, however often that is asked for."""
        trace = trace_of(self)
        if trace.grading:
            return Recorded.calculate_reward(self, *args, **kwargs)
        again = trace.gradings > 0
        with _copies(self) as whole:
            graded, regraded = int(whole), int(whole and again)
            version = package().version
            isolated(GRADER, version=version, graded=graded, regraded=regraded)
            return Recorded.calculate_reward(self, *args, **kwargs)


def isolate(env: Any) -> Any:
    """Isolate the grader of a tau-bench environment, and record what is done in it.

    While the grader runs, the environment has copies of the agent's actions, its data
    and its user; afterwards it has the agent's own again, also where the grader
    raised.  So no gold action enters the agent's list, the agent's database survives,
    and a second grading grades what the agent did: such a score may rightly differ
    from the unwrapped one, and the card says that the wrapper ran.  The first grading
    of an episode gives what it gives without the wrapper.  Where something cannot be
    copied, the grader gets the agent's own; that is a fault on the card, which does
    not count the grading among those on a copy.

    Works on the object, which is returned; also on one that ``instrument_env`` has
    had.  Measured on the airline data (5 MB of JSON): 0.14 s for the copy beside 0.5
    to 0.7 s for a grading.  Raises ``UsageError`` for an object that is no such
    environment.
    """
    require_env(env)
    mix(env, Isolated)
    mix_user(env)
    return env


@contextmanager
def _copies(env: Any) -> Iterator[bool]:
    """Put copies in place; gives whether the grader has copies of everything."""
    own = {name: vars(env)[name] for name in COPIES if name in vars(env)}
    copied = {name: _copy(name, value) for name, value in own.items()}
    vars(env).update({name: value for name, (value, _) in copied.items()})
    try:
        yield all(copy_made for _, copy_made in copied.values())
    finally:
        vars(env).update(own)


def _copy(name: str, value: Any) -> tuple[Any, bool]:
    """Copy one; what cannot be copied is lent, and that is a fault on the card."""
    try:
        return COPIES[name](value), True
    except Exception as error:  # noqa: BLE001 - a fork's data may hold anything
        FAULTS.add(f"copying the {name} of an environment of tau-bench", error)
        return value, False


def _second(user: Any) -> Any:
    """Copy a user with its conversation; its clients, which may not copy, are shared.

    The user is asked where the gold holds messages (no published task's does).
    """
    second = copy.copy(user)
    for name, value in vars(user).items():
        if isinstance(value, (list, dict)):
            setattr(second, name, copy.copy(value))
    return second


COPIES: dict[str, Callable[[Any], Any]] = {
    "actions": list,
    "data": copy.deepcopy,
    "user": _second,
}
"""How what the grader works on is copied."""
