"""The environment of a simulation: every tool call becomes an action."""

from typing import Any

from evalrata.instrument import act
from evalrata.integrations.tau.arguments import parsed
from evalrata.integrations.tau.live.mixing import Mixed, below
from evalrata.integrations.tau2.actions import ACTORS

__all__ = ["Answering"]


class Answering(Mixed):
    """Mixed into the environment that the agent and the user act in."""

    _evalrata_setting = False
    """A state is being set."""

    def set_state(self, *args: Any, **kwargs: Any) -> Any:
        """Bring about the task's initial state, which may replay a conversation."""
        self._evalrata_setting = True
        try:
            return below(self).set_state(*args, **kwargs)
        finally:
            self._evalrata_setting = False

    def get_response(self, message: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a tool call: of whoever asks, or of nobody while a state is set."""
        asking = ACTORS.get(getattr(message, "requestor", ""), "unknown")
        act(
            str(getattr(message, "name", "")),
            parsed(getattr(message, "arguments", None)),
            actor="environment" if self._evalrata_setting else asking,
        )
        return below(self).get_response(message, *args, **kwargs)
