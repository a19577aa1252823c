import math

import pytest

from evalrata.schemas.grading import leaves_traces, settle
from evalrata.schemas.provenance import Attribution
from evalrata.schemas.records import Episode, Gold, Grade

REPLAYED = Gold(replayed=True)


def episode(stored=0.0, *, state="unknown", gold=REPLAYED, value=None):
    grade = Grade(state=state, stored=stored, value=value, reason="as read")
    return Episode(task="t", pointer="/t", grade=grade, gold=gold)


def attribution(trace):
    return Attribution(labels=(), trace=trace, reason=f"because {trace}")


@pytest.mark.parametrize(
    ("trace", "state", "value", "reason"),
    [
        ("found", "graded", 0.0, "because found"),
        ("absent", "ungraded", None, "the grader's replay"),
        ("impossible", "unknown", None, "leaves nothing to replay"),
        ("unclear", "unknown", None, "because unclear"),
    ],
)
def test_a_stored_zero_is_settled_by_the_trace(trace, state, value, reason):
    grade = settle(episode(0.0), attribution(trace))

    assert (grade.state, grade.value, grade.stored) == (state, value, 0.0)
    assert grade.inferred is (state != "unknown")
    assert reason in grade.reason


@pytest.mark.parametrize("trace", ["found", "absent", "impossible", "unclear"])
def test_a_positive_reward_was_set_by_the_grader(trace):
    grade = settle(episode(1.0), attribution(trace))

    assert (grade.state, grade.value, grade.inferred) == ("graded", 1.0, True)


def test_a_missing_replay_proves_nothing_where_rewarded_episodes_lack_it_too():
    grade = settle(episode(0.0), attribution("absent"), traced=False)

    assert (grade.state, grade.value) == ("unknown", None)
    assert "rewarded episode" in grade.reason


def test_leaves_traces_unless_a_rewarded_episode_lacks_its_replay():
    zero, one, none = episode(0.0), episode(1.0), episode(None)

    assert leaves_traces([zero, none], [attribution("absent")] * 2)
    assert leaves_traces([one, one], [attribution("found"), None])
    assert leaves_traces([one], [attribution("impossible")])
    assert leaves_traces([one], [attribution("unclear")])
    assert not leaves_traces([zero, one], [attribution("absent")] * 2)
    assert leaves_traces([], [])


def test_a_recorded_state_stays():
    graded = episode(0.0, state="graded", value=0.0)

    assert settle(graded, attribution("absent")) == graded.grade


@pytest.mark.parametrize("gold", [None, Gold(replayed=False)])
def test_without_a_replaying_grader_nothing_is_settled(gold):
    left = episode(1.0, gold=gold)

    assert settle(left, attribution("absent")) == left.grade


def test_nothing_stored_and_nothing_attributed_stay_unknown():
    assert settle(episode(None), attribution("found")).state == "unknown"
    assert settle(episode(0.0), None).state == "unknown"


def test_a_reward_that_is_not_a_number_is_not_positive():
    grade = settle(episode(math.nan), attribution("absent"))

    assert grade.state == "ungraded"
