"""The agent's own calls, read from the raw log of its model's requests."""

from evalrata.integrations.agentlog.log import AgentLog

__all__ = ["AgentLog"]
