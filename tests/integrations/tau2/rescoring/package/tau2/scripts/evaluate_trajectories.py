"""The re-score."""

import copy
import sys
from typing import Any

from tau2.data_model.simulation import Call, Results, RewardInfo, TerminationReason
from tau2.evaluator import evaluator_nl_assertions
from tau2.registry import registry


def is_solo_mode(results: Results) -> bool:
    return bool(
        results.info.agent_info.implementation == "shop_solo"
        and results.info.user_info.implementation == "dummy_user"
    )


def compute_simulation_rewards(
    results: Results,
    fresh_tasks: Any = False,  # noqa: FBT002 - the benchmark's signature
) -> Results:
    sys.stdout.write("noise on standard output\n")
    results = copy.deepcopy(results)
    solo = is_solo_mode(results)
    tasks = {task.id: task for task in results.tasks}
    for simulation in results.simulations:
        task = tasks[simulation.task_id]
        simulation.reward_info = graded(results, simulation, task, solo)
    return results


def graded(results: Any, simulation: Any, task: Any, solo: Any) -> RewardInfo:
    stops = (TerminationReason.AGENT_STOP, TerminationReason.USER_STOP)
    if simulation.termination_reason not in stops:
        note = f"Simulation terminated prematurely. {simulation.termination_reason}"
        return RewardInfo(0.0, None, {"note": note})
    criteria = task.evaluation_criteria
    if criteria is None:
        return RewardInfo(1.0, None, {"note": "No evaluation criteria"})
    constructor = registry.get_env_constructor(
        results.info.environment_info.domain_name
    )
    predicted, gold = constructor(solo_mode=solo), constructor()
    predicted.set_state(None, None, list(simulation.messages), strict=False)
    gold.set_state(None, None, [], strict=False)
    for action in criteria.actions or ():
        gold.get_response(Call("g", action.name, action.arguments, action.requestor))
    reward = 1.0
    if "DB" in criteria.reward_basis:
        reward *= predicted.state == gold.state
    said = " ".join(m.content or "" for m in simulation.messages)
    if "COMMUNICATE" in criteria.reward_basis:
        reward *= all(info in said for info in criteria.communicate_info or ())
    if "NL_ASSERTION" in criteria.reward_basis and criteria.nl_assertions:
        reward *= evaluator_nl_assertions.judged(criteria.nl_assertions)
    return RewardInfo(float(reward), criteria.reward_basis, {})
