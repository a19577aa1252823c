"""One orchestrator: its agent, its user and its environment."""

from typing import Any

from evalrata.integrations.tau.live.mixing import mix
from evalrata.integrations.tau2.live.environment import Answering
from evalrata.integrations.tau2.live.speaking import mix_speaker
from evalrata.schemas.errors import UsageError

__all__ = ["instrument_orchestrator"]

PARTS = ("agent", "user", "environment")


def instrument_orchestrator(orchestrator: Any) -> Any:
    """Record what is done in a tau2-bench simulation; scores stay as they are.

    Tool calls become actions of the agent or of the user simulator, by their
    ``requestor``; those that a task's initial state replays are the environment's.
    Model calls of the agent and of the user are theirs, in half and in full duplex;
    what a voice provider does in threads of its own is not seen.  Works on the object,
    which is returned; a second time does nothing.  Raises ``UsageError`` for an object
    that is no orchestrator.
    """
    missing = [part for part in PARTS if getattr(orchestrator, part, None) is None]
    if missing:
        raise UsageError(
            f"{type(orchestrator).__qualname__} has no {', '.join(missing)}: it is no "
            "orchestrator of tau2-bench"
        )
    mix_speaker(orchestrator.agent, "agent")
    mix_speaker(orchestrator.user, "user_simulator")
    mix(orchestrator.environment, Answering)
    return orchestrator
