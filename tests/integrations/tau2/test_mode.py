from tests.integrations.source import only_run
from tests.integrations.tau2.specimens import results

from evalrata.integrations.tau2.reader import READER


def solo(*, agent="llm_agent_solo_gt", user="dummy_user", error=False):
    """One task: the agent resumes a line, and reboots the device that is the user's."""
    value = results(domain="telecom")
    value["info"]["agent_info"]["implementation"] = agent
    value["info"]["user_info"]["implementation"] = user
    value["tasks"] = value["tasks"][:1]
    value["tasks"][0]["evaluation_criteria"]["actions"] = [
        {"action_id": "0", "requestor": "user", "name": "reboot", "arguments": {}},
        {"action_id": "1", "requestor": "assistant", "name": "resume", "arguments": {}},
    ]
    made = value["simulations"] = value["simulations"][:1]
    made[0]["messages"] = [
        called("a", "resume"),
        answered("a", error=error),
        called("b", "reboot"),
        answered("b", error=error),
        called("c", "reboot"),
    ]
    return value


def called(id_, name, requestor="assistant"):
    call = {"id": id_, "name": name, "arguments": {}, "requestor": requestor}
    return {"role": requestor, "content": None, "tool_calls": [call]}


def answered(id_, *, error=False):
    return {"id": id_, "role": "tool", "content": "ok", "error": error}


def mode(value):
    return only_run(READER, value).run.notes["rescore"].get("mode")


def test_a_solo_run_under_a_name_that_a_rescore_does_not_know():
    assert mode(solo()) == {
        "alone": True,
        "taken": False,
        "agent": "llm_agent_solo_gt",
        "agents": ["llm_agent_solo"],
        "user": "dummy_user",
        "user_calls": 1,  # the second reboot has no answer, the resume is the agent's
        "pointers": [
            "/info/agent_info/implementation",
            "/info/user_info/implementation",
            "/simulations/0/messages/2/tool_calls/0",
        ],
    }


def test_both_names_are_needed_to_be_known():
    assert mode(solo(agent="llm_agent_solo"))["taken"] is True
    found = mode(solo(agent="llm_agent_solo", user="user_simulator"))
    assert (found["alone"], found["taken"]) == (False, False)


def test_a_call_that_failed_is_no_use_of_the_users_tools():
    assert mode(solo(error=True))["user_calls"] == 0


def test_a_tool_that_tasks_expect_of_both_is_nobodys():
    value = solo()
    actions = value["tasks"][0]["evaluation_criteria"]["actions"]
    actions.append({**actions[0], "requestor": "assistant"})

    assert mode(value)["user_calls"] == 0


def test_the_users_own_calls_are_no_use_of_them_by_the_agent():
    value = solo()
    value["simulations"][0]["messages"][2] = called("b", "reboot", "user")

    assert mode(value)["user_calls"] == 0


def test_an_answer_that_does_not_say_whether_it_failed_is_not_counted():
    value = solo()
    del value["simulations"][0]["messages"][3]["error"]

    assert mode(value)["user_calls"] == 0


def test_places_are_cut_and_counts_are_not():
    value = solo()
    value["simulations"][0]["messages"] = [
        message
        for i in range(9)
        for message in (called(f"c{i}", "reboot"), answered(f"c{i}"))
    ]

    found = mode(value)

    assert found["user_calls"] == 9
    assert len(found["pointers"]) == 7


def test_odd_values_are_not_counted():
    value = solo()
    value["simulations"][0]["messages"][3] |= {"id": ["b"], "error": "no"}

    assert mode(value)["user_calls"] == 0


def test_a_header_without_names_has_no_mode_and_the_benchmark_still_replays():
    value = solo()
    for party in ("agent_info", "user_info"):
        value["info"][party].pop("implementation")

    assert only_run(READER, value).run.notes["rescore"] == {"replays": True}
