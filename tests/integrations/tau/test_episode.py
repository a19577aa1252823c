import msgspec
import pytest
from tests.integrations.tau.specimens import call, crash, record

from evalrata.integrations.tau.episode import episode
from evalrata.integrations.tau.shapes import Record


def made(value, pointer="/4"):
    return episode(msgspec.convert(value, Record), pointer)


def test_the_agents_tool_calls_are_its_actions():
    found = made(record(3, trial=2))

    (action,) = found.actions
    assert (found.task, found.trial, found.pointer) == ("3", 2, "/4")
    assert action.name == "cancel_reservation"
    assert action.arguments == {"reservation_id": "ZZ0003"}
    assert (action.actor, action.known) == ("agent", "declared")
    assert found.actions_pointer == "/4/traj"
    assert found.tool_call_ids == ("call_3_2",)
    assert found.turns == 2


def test_only_messages_of_the_assistant_are_the_agents():
    value = record()
    value["traj"] += [{**call("think", "other")[0], "role": "tool"}]

    assert len(made(value).actions) == 1


def test_repeated_and_missing_ids_of_calls_stay_as_they_are():
    value = record()
    value["traj"] = [*call("think", "a"), *call("think", "a"), *call("think", None)]

    found = made(value)

    assert found.tool_call_ids == ("a", "a")
    assert len(found.actions) == 3


def test_gold_is_the_tasks_and_is_not_replayed_into_messages():
    found = made(record(1))

    assert [(a.name, a.arguments) for a in found.gold.actions] == [
        ("cancel_reservation", {"reservation_id": "ZZ0001"})
    ]
    assert found.gold.terminators == ("transfer_to_human_agents",)
    assert found.gold.replayed is False
    assert found.gold.requires_write is True
    assert found.gold.pointer == "/4/info/task/actions"


def test_gold_comes_from_the_grader_where_there_is_no_task():
    value = record()
    del value["info"]["task"]

    found = made(value)

    assert found.gold.pointer == "/4/info/reward_info/actions"
    assert found.task_digest is None


def test_the_digest_is_of_what_grading_compares_with():
    base, reworded, regraded, reordered = (record() for _ in range(4))
    reworded["info"]["task"]["instruction"] = "Other words."
    regraded["info"]["task"]["outputs"] = ["42"]
    gold = reordered["info"]["task"]["actions"][0]
    reordered["info"]["task"]["actions"] = [dict(reversed(gold.items()))]

    digest = made(base).task_digest
    assert made(reworded).task_digest == digest
    assert made(reordered).task_digest == digest
    assert made(regraded).task_digest != digest


@pytest.mark.parametrize(
    ("stored", "cost", "count"),
    [(0.25, {"user_simulator": 0.25}, None), (972, None, 972), (None, None, None)],
)
def test_a_whole_number_is_not_a_cost_in_dollars(stored, cost, count):
    value = record()
    value["info"]["user_cost"] = stored

    found = made(value)

    assert found.cost == cost
    assert found.notes.get("user_cost_count") == count


def test_a_crash_has_no_turns_rather_than_none_of_them():
    found = made(crash())

    assert found.turns is None
    assert found.actions == ()
    assert found.gold is None
    assert found.notes is None


def test_a_record_without_messages_has_no_list_of_actions():
    value = record()
    del value["traj"]

    assert made(value).actions is None


def test_a_missing_task_id_is_said():
    value = record()
    del value["task_id"]

    found = made(value, "/9")

    assert found.task == "/9"
    assert found.notes["missing"] == ["task_id"]


def test_content_digests_ignore_the_trial_alone():
    same, other = record(0, trial=0), record(0, trial=0)
    other["trial"] = 1
    changed = record(0)
    changed["traj"][1]["content"] = "Something else."

    assert made(same).notes["digest"] == made(other).notes["digest"]
    assert made(same).notes["digest"] != made(changed).notes["digest"]
