import msgspec
import pytest
from tests.integrations.tau2.specimens import task

from evalrata.integrations.tau2.shapes import Task
from evalrata.integrations.tau2.tasks import known, with_task
from evalrata.schemas.records import Episode, Grade


def made(criteria=..., **changes):
    value = {**task(0), **changes}
    if criteria is not ...:
        value["evaluation_criteria"] = criteria
    return known(msgspec.convert(value, Task), "/tasks/0")


def test_gold_is_what_the_criteria_list():
    gold = made().gold

    assert [(a.name, a.arguments, a.actor) for a in gold.actions] == [
        ("cancel_reservation", {"reservation_id": "ZZ0000"}, "agent")
    ]
    assert gold.replayed is False
    assert gold.pointer == "/tasks/0/evaluation_criteria/actions"


@pytest.mark.parametrize(
    ("criteria", "writes"),
    [
        ({"actions": [], "reward_basis": ["DB"]}, False),
        ({"actions": None, "reward_basis": ["DB"]}, False),
        ({"actions": [{"name": "get_user_details"}]}, False),
        ({"actions": [{"name": "cancel_reservation"}]}, True),
        ({"actions": [{"name": "unheard_of"}]}, None),
        ({"actions": [], "env_assertions": [{"func_name": "f"}]}, None),
        ({"actions": [{"name": "toggle_data"}], "env_assertions": [{}]}, True),
    ],
)
def test_whether_a_pass_needs_a_change(criteria, writes):
    assert made(criteria).gold.requires_write is writes


def test_without_criteria_there_is_neither_gold_nor_digest():
    found = made(None)

    assert (found.gold, found.digest) == (None, None)


def test_criteria_of_another_shape_are_refused():
    with pytest.raises(msgspec.ValidationError):
        made({"actions": "all"})


def test_the_digest_is_of_the_criteria_alone():
    assert made().digest == made(user_scenario=None).digest
    assert made().digest != made({"actions": []}).digest


def test_the_digest_tells_releases_apart_that_grade_by_other_criteria():
    """As retail's tasks changed with tau2-bench 1.0.0; the ids stayed."""
    before = {"actions": [], "communicate_info": ["9"], "nl_assertions": None}
    basis = {"reward_basis": ["DB", "COMMUNICATE"]}
    digests = {
        made({**before, **basis}).digest,
        made({**before, "reward_basis": ["DB", "NL_ASSERTION"]}).digest,
        made({**before, **basis, "communicate_info": ["10"]}).digest,
        made({**before, **basis, "nl_assertions": ["says 9"]}).digest,
    }

    assert len(digests) == 4


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ({"instructions": "Ask."}, "Ask."),
        ({"instructions": {"task_instructions": "Ask.", "domain": "x"}}, "Ask."),
        ({"instructions": {"domain": "x"}}, None),
        ({"instructions": None}, None),
        (None, None),
    ],
)
def test_the_instruction(scenario, text):
    assert made(user_scenario=scenario).instruction == text


def test_an_episode_gains_what_its_task_says_and_keeps_its_notes():
    episode = Episode(
        task="0",
        pointer="/0",
        grade=Grade(state="unknown"),
        notes={"missing": ["trial"]},
    )

    found = with_task(episode, made())

    assert found.gold == made().gold
    assert found.task_digest == made().digest
    assert found.notes == {
        "missing": ["trial"],
        "instruction": "You want the invented reservation ZZ0000 gone.",
    }
    assert with_task(episode, None) is episode
