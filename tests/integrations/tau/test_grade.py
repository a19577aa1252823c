import msgspec
import pytest
from tests.integrations.tau.specimens import crash, record

from evalrata.integrations.tau.grade import LONGEST_REASON, grade, named, termination
from evalrata.integrations.tau.shapes import Record


def read(value):
    return msgspec.convert(value, Record)


def test_a_graded_record_has_the_graders_value():
    found = grade(read(record(reward=0.0)), "/7")

    assert (found.state, found.value, found.stored) == ("graded", 0.0, 0.0)
    assert (found.pointer, found.stored_pointer) == ("/7/info/reward_info", "/7/reward")


def test_stored_and_graded_are_kept_apart():
    value = record(reward=1.0)
    value["reward"] = 0.0

    found = grade(read(value), "/0")

    assert (found.value, found.stored) == (1.0, 0.0)
    assert found.value_pointer == "/0/info/reward_info/reward"


def test_without_a_reward_of_its_own_the_grader_says_nothing_apart():
    value = record(reward=1.0)
    value["info"]["reward_info"]["reward"] = None

    found = grade(read(value), "/0")

    assert (found.value, found.value_pointer) == (1.0, None)


def test_null_reward_info_was_never_graded():
    value = record(reward=0.0)
    value["info"]["reward_info"] = None

    found = grade(read(value), "/33")

    assert (found.state, found.value, found.stored) == ("ungraded", None, 0.0)
    assert found.reason == "reward_info is null"
    assert found.pointer == "/33/info/reward_info"


def test_a_crash_is_recorded_with_its_first_line():
    value = read(crash(error="broken pipe\nin a tool"))

    assert grade(value, "/2").state == "ungraded"
    assert grade(value, "/2").stored == 0.0
    ended = termination(value, "/2")
    assert (ended.kind, ended.reason) == ("crashed", "broken pipe")
    assert ended.pointer == "/2/info/error"


@pytest.mark.parametrize(
    ("error", "reason"),
    [("", ""), ({"code": 1}, "{'code': 1}"), ("x" * 1000, "x" * LONGEST_REASON)],
)
def test_any_error_is_a_crash(error, reason):
    ended = termination(read(crash(error=error)), "/0")

    assert (ended.kind, ended.reason) == ("crashed", reason)


def test_no_other_ending_is_recorded():
    ended = termination(read(record()), "/0")

    assert (ended.kind, ended.reason, ended.pointer) == ("unknown", None, None)
    assert ended.no_crash


@pytest.mark.parametrize("info", [None, {}])
def test_an_empty_record_does_not_say_that_nothing_crashed(info):
    ended = termination(Record(task_id=0, info=read({"info": info}).info), "/0")

    assert (ended.kind, ended.no_crash) == ("unknown", False)


@pytest.mark.parametrize(
    ("info", "reason"),
    [
        (None, "the record has no info"),
        ({"task": None}, "the record has no reward_info"),
        ({"reward_info": {"reward": None}}, "no reward is recorded"),
    ],
)
def test_without_evidence_nothing_is_claimed(info, reason):
    found = grade(Record(task_id=0, info=read({"info": info}).info), "/0")

    assert (found.state, found.value, found.stored) == ("unknown", None, None)
    assert found.reason == reason
    assert found.stored_pointer is None


def test_the_gold_that_the_grader_names_is_the_tasks_without_its_replies():
    value = record()
    said = {"name": "respond", "kwargs": {"content": "It is done."}}
    value["info"]["task"]["actions"].append(said)
    read_ = read(value)

    found = grade(read_, "/0")

    assert found.against == named(read_.info.task.actions)
    assert found.against_pointer == "/0/info/reward_info/actions"


def test_other_gold_gives_another_digest():
    value = record()
    value["info"]["reward_info"]["actions"] = record(1)["info"]["task"]["actions"]
    read_ = read(value)

    assert grade(read_, "/0").against != named(read_.info.task.actions)


def test_a_grader_that_names_no_gold():
    value = record()
    del value["info"]["reward_info"]["actions"]

    assert grade(read(value), "/0").against is None
