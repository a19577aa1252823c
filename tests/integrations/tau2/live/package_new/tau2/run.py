"""As 1.0.1: a thin front."""

from tau2.runner import run_simulation, run_tasks

__all__ = ["run_simulation", "run_tasks"]
