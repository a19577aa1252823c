"""Uploads of the Holistic Agent Leaderboard's harness (hal-harness)."""
