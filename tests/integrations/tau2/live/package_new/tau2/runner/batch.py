"""As 1.0.1: a failed attempt is made again, and then given up."""

from concurrent.futures import ThreadPoolExecutor

from tests.integrations.tau2.live import hall

from tau2.orchestrator.orchestrator import Orchestrator
from tau2.runner.simulation import run_simulation

__all__ = ["run_simulation", "run_tasks", "run_with_retry"]


def run_with_retry(run_fn, task, trial, max_retries=1):
    for _ in range(max_retries + 1):
        try:
            return run_fn()
        except Exception:  # noqa: BLE001, PERF203, S112 - the real one does the same
            continue
    return hall.SimulationRun(
        task_id=task.id, termination_reason="infrastructure_error"
    )


def run_tasks(config, tasks, num_trials=1):
    def one(work):
        trial, task = work
        return run_with_retry(
            lambda: run_simulation(Orchestrator(*config(task))), task=task, trial=trial
        )

    work = [(trial, task) for trial in range(num_trials) for task in tasks]
    with ThreadPoolExecutor(max_workers=2) as pool:
        return list(pool.map(one, work))
