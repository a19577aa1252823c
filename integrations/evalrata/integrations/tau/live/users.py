"""The simulated user: what its model calls use is the user simulator's."""

from typing import Any

from evalrata.instrument import acting_as
from evalrata.integrations.tau.live.mixing import Mixed, below, mix

__all__ = ["Simulated", "mix_user"]


class Simulated(Mixed):
    """Mixed into ``env.user`` (``tau_bench.envs.user.BaseUserSimulationEnv``).

    Both methods ask a model in every strategy but ``human``.
    """

    def reset(self, *args: Any, **kwargs: Any) -> Any:
        """Begin a conversation."""
        with acting_as("user_simulator"):
            return below(self).reset(*args, **kwargs)

    def step(self, *args: Any, **kwargs: Any) -> Any:
        """Answer the agent."""
        with acting_as("user_simulator"):
            return below(self).step(*args, **kwargs)


def mix_user(env: Any) -> None:
    """Attribute the model calls of an environment's user, if it has one."""
    user = getattr(env, "user", None)
    if user is not None:
        mix(user, Simulated)
