import msgspec
import pytest
from tests.integrations.tau2.specimens import COST, MODEL, simulation

from evalrata.integrations.tau2.episode import episode
from evalrata.integrations.tau2.shapes import Simulation
from evalrata.schemas.records import Usage


def made(value, pointer="/simulations/0"):
    return episode(msgspec.convert(value, Simulation), pointer)


def test_a_simulation_is_an_episode():
    found = made(simulation(3, trial=1))

    assert (found.task, found.trial, found.id) == ("3", 1, "simulation-3-1")
    assert found.actions_pointer == "/simulations/0/messages"
    assert found.turns == 3
    assert found.tool_call_ids == ("tool-3-1",)
    assert "missing" not in found.notes


def test_cost_and_usage_are_kept_by_actor():
    found = made(simulation(0))

    assert found.cost == {"agent": 2 * COST, "user_simulator": 2 * COST}
    both = Usage(input=2000, output=200, cache_read=0)
    assert found.usage == {"agent": both, "user_simulator": both}


def test_models_are_those_that_the_agents_turns_name():
    value = simulation(0)
    value["messages"][4]["raw_data"]["model"] = "another"
    value["messages"][5]["raw_data"]["model"] = "of-the-user"

    assert made(value).models == {MODEL: 1, "another": 1}


def test_nothing_recorded_is_none_and_not_zero():
    found = made({"id": "s", "reward_info": None, "messages": [{"role": "user"}]})

    assert (found.cost, found.usage, found.models) == (None, None, None)
    assert found.actions == ()
    assert found.turns == 0


@pytest.mark.parametrize(
    ("role", "requestor", "actor", "known"),
    [
        ("assistant", "assistant", "agent", "declared"),
        ("assistant", None, "agent", "declared"),
        ("user", "user", "user_simulator", "declared"),
        ("assistant", "user", "user_simulator", "declared"),
        ("narrator", None, "unknown", None),
    ],
)
def test_who_made_a_tool_call(role, requestor, actor, known):
    call = {"id": "c", "name": "toggle_data", "arguments": {}, "requestor": requestor}
    value = {**simulation(0), "messages": [{"role": role, "tool_calls": [call]}]}

    (action,) = made(value).actions

    assert (action.name, action.actor, action.known) == ("toggle_data", actor, known)


def test_a_voice_run_has_its_calls_in_ticks():
    def call(name):
        return {"id": name, "name": name, "arguments": {}}

    value = simulation(0)
    del value["messages"]
    value["ticks"] = [
        {"agent_tool_calls": [], "user_tool_calls": []},
        {"agent_tool_calls": [call("a")], "user_tool_calls": [call("u")]},
    ]

    found = made(value)

    assert [(a.name, a.actor) for a in found.actions] == [
        ("a", "agent"),
        ("u", "user_simulator"),
    ]
    assert found.actions_pointer == "/simulations/0/ticks"
    assert found.turns is None


@pytest.mark.parametrize("ticks", [None, [], [{"tick_id": 0}]])
def test_without_messages_or_calls_in_ticks_actions_are_not_known(ticks):
    value = {**simulation(0), "messages": None, "ticks": ticks}

    found = made(value)

    assert found.actions is None
    assert found.actions_pointer is None


def test_without_a_task_id_the_simulation_names_itself_and_that_is_said():
    value = simulation(0)
    for key in ("task_id", "trial", "termination_reason"):
        del value[key]

    found = made(value)

    assert (found.task, found.trial) == ("simulation-0-0", None)
    assert found.notes["missing"] == ["task_id", "trial", "termination_reason"]
    assert made({**value, "id": None}).task == "/simulations/0"


def test_a_number_is_a_task_id():
    assert made({**simulation(0), "task_id": 0}).task == "0"


@pytest.mark.parametrize(
    ("stored", "cost"),
    [
        (
            {"agent_cost": None, "user_cost": None},
            {"agent": None, "user_simulator": None},
        ),
        ({"agent_cost": 0.0}, {"agent": 0.0}),
        ({"user_cost": None}, {"user_simulator": None}),
        ({}, None),
    ],
)
def test_a_null_cost_is_not_a_missing_one(stored, cost):
    simulation = msgspec.convert({"task_id": "1", **stored}, Simulation)

    assert episode(simulation, "/simulations/0").cost == cost
