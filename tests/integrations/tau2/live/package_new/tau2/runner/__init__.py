from tau2.runner.batch import run_tasks
from tau2.runner.simulation import run_simulation

__all__ = ["run_simulation", "run_tasks"]
