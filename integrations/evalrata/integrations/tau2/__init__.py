"""tau2-bench results, and the tau2-bench leaderboard."""
