import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.records import Episode, Grade, Reported, Termination
from evalrata.schemas.report import Score, Scores
from evalrata.schemas.scores import RULES, mean, score_under_each_rule, taken


def episode(state, stored, end="unknown", *, task="t", value=None):
    if state == "graded" and value is None:
        value = stored
    return Episode(
        task=task,
        pointer="",
        grade=Grade(state=state, value=value, stored=stored),
        termination=Termination(kind=end),
    )


def test_each_rule_on_one_run_worked_out_by_hand():
    episodes = [
        episode("graded", 1.0, "completed"),
        episode("graded", 0.0, "completed"),
        episode("ungraded", 0.0, "completed"),
        episode("ungraded", 0.0, "crashed"),
        episode("unknown", 1.0, "censored"),
    ]

    scores = score_under_each_rule(episodes, Reported(score=0.25, episodes=4))

    assert scores == Scores(
        reported=Score(value=0.25, n=4),
        as_recorded=Score(value=2 / 5, n=5),
        graded_only=Score(value=1 / 2, n=2),
        completed_only=Score(value=1 / 3, n=3),
        without_crashed=Score(value=2 / 4, n=4),
        low=Score(value=1 / 5, n=5),
        high=Score(value=4 / 5, n=5),
    )


def test_the_published_airline_run():
    # 84 passes in 200 records of which 5 were never graded and stored as 0.
    episodes = [episode("graded", 1.0)] * 84 + [episode("graded", 0.0)] * 111
    episodes += [episode("ungraded", 0.0)] * 5

    scores = score_under_each_rule(episodes, Reported())

    assert scores.reported is None
    assert scores.as_recorded == Score(value=0.42, n=200)
    assert scores.graded_only == Score(value=84 / 195, n=195)
    assert scores.low == Score(value=0.42, n=200)
    assert scores.high == Score(value=0.445, n=200)


def test_without_crashed_needs_to_know_which_episodes_crashed():
    crashed, open_end = episode("ungraded", 0.0, "crashed"), episode("graded", 1.0)
    told = msgspec.structs.replace(open_end, termination=Termination(no_crash=True))

    unsure = score_under_each_rule([crashed, open_end], Reported())
    sure = score_under_each_rule([crashed, told], Reported())

    assert unsure.without_crashed is None
    assert sure.without_crashed == Score(value=1.0, n=1)


def test_no_episodes_have_no_score():
    assert score_under_each_rule([], Reported()) == Scores()


def test_a_rule_over_nothing_is_none_and_not_zero():
    scores = score_under_each_rule([episode("ungraded", None, "crashed")], Reported())

    assert scores.as_recorded is None
    assert scores.graded_only is None
    assert scores.without_crashed is None
    assert scores.low == Score(value=0.0, n=1)
    assert scores.high == Score(value=1.0, n=1)


def test_what_is_not_stored_is_not_averaged_and_n_says_so():
    scores = score_under_each_rule(
        [episode("graded", 1.0), episode("ungraded", None)], Reported()
    )

    assert scores.as_recorded == Score(value=1.0, n=1)
    assert scores.low == Score(value=0.5, n=2)


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
def test_one_result_that_is_no_number_leaves_no_mean(broken):
    scores = score_under_each_rule(
        [episode("graded", 1.0), episode("graded", broken)], Reported()
    )

    assert scores == Scores()


def test_graded_without_a_result_leaves_no_bounds():
    scores = score_under_each_rule(
        [episode("graded", 1.0), episode("graded", None)], Reported()
    )

    assert scores.graded_only == Score(value=1.0, n=1)
    assert scores.low is None
    assert scores.high is None


@pytest.mark.parametrize("result", [40.0, -0.1, 1e308])
def test_a_result_outside_0_to_1_leaves_no_bounds(result):
    episodes = [episode("graded", result), episode("ungraded", 0.0)]
    scores = score_under_each_rule(episodes, Reported())
    assert (scores.low, scores.high) == (None, None)
    assert scores.graded_only == Score(value=result, n=1)


def test_a_sum_that_is_not_finite_leaves_no_mean():
    assert mean([1e308, 1e308]) is None
    assert mean([1e308, -1e308]) == Score(value=0.0, n=2)


def test_taken_names_the_tasks():
    episodes = [episode("graded", 1.0, task="a"), episode("ungraded", 0.0, task="b")]

    assert taken("graded_only", episodes) == [("a", 1.0)]
    assert taken("high", episodes) == [("a", 1.0), ("b", 1.0)]


def test_the_mean_of_many_tenths_is_a_tenth():
    assert mean([0.1] * 10) == Score(value=0.1, n=10)


states = st.sampled_from(["graded", "ungraded", "unknown"])
ends = st.sampled_from(["completed", "censored", "crashed", "unknown"])
results = st.floats(0, 1)
runs = st.lists(st.builds(episode, states, results, ends), min_size=1)


@given(runs, st.randoms(use_true_random=False))
def test_the_bounds_hold_whatever_the_ungraded_would_have_scored(episodes, random):
    scores = score_under_each_rule(episodes, Reported())
    truth = [
        e.grade.value if e.grade.state == "graded" else random.random()
        for e in episodes
    ]

    assert scores.low.value - 1e-9 <= sum(truth) / len(truth)
    assert sum(truth) / len(truth) <= scores.high.value + 1e-9


@given(runs, st.randoms(use_true_random=False))
def test_the_order_of_episodes_does_not_matter(episodes, random):
    shuffled = list(episodes)
    random.shuffle(shuffled)

    assert score_under_each_rule(episodes, Reported()) == score_under_each_rule(
        shuffled, Reported()
    )


@given(runs)
def test_n_is_never_more_than_the_episodes(episodes):
    scores = score_under_each_rule(episodes, Reported())

    for rule in RULES:
        score = getattr(scores, rule)
        assert score is None or 0 < score.n <= len(episodes)
        assert score is None or 0 <= score.value <= 1
