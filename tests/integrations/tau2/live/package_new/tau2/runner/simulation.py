from tests.integrations.tau2.live import hall

__all__ = ["evaluate_simulation", "run_simulation"]


def evaluate_simulation(simulation, task):
    return hall.evaluate(simulation, task)


def run_simulation(orchestrator):
    simulation = orchestrator.run()
    simulation.reward_info = evaluate_simulation(
        simulation=simulation, task=orchestrator.task
    )
    return simulation
