"""As 0.2.0: one module, and nothing says which trial it is."""

from concurrent.futures import ThreadPoolExecutor

from tests.integrations.tau2.live import hall

from tau2.orchestrator.orchestrator import Orchestrator

__all__ = ["evaluate_simulation", "run_task", "run_tasks"]


def evaluate_simulation(simulation, task):
    return hall.evaluate(simulation, task)


def run_task(domain, task, make):
    simulation = Orchestrator(*make(task)).run()
    simulation.reward_info = evaluate_simulation(simulation=simulation, task=task)
    return simulation


def run_tasks(domain, tasks, make, num_trials=1):
    work = [task for _ in range(num_trials) for task in tasks]
    with ThreadPoolExecutor(max_workers=2) as pool:
        return list(
            pool.map(lambda t: run_task(domain="mock", task=t, make=make), work)
        )
