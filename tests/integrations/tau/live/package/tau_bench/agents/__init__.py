"""The agents that the runner makes."""
