from types import SimpleNamespace

import pytest

from evalrata.integrations.inspect.grades import (
    NO_SCORER,
    Scored,
    first_scorer,
    scored,
    value_of,
)


def scores(**values):
    return {name: SimpleNamespace(value=value) for name, value in values.items()}


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("C", 1.0),
        ("P", 0.5),
        ("I", 0.0),
        ("N", 0.0),
        ("Yes", 1.0),
        ("true", 1.0),
        ("NO", 0.0),
        ("false", 0.0),
        ("0.25", 0.25),
        (True, 1.0),
        (False, 0.0),
        (3, 3.0),
        (0.5, 0.5),
    ],
)
def test_values_become_numbers_as_inspect_does_it(value, number):
    assert value_of(value) == number


@pytest.mark.parametrize(
    "value",
    ["c", "good", "", "nan", "inf", float("nan"), float("inf"), None, [1], {"a": 1}],
)
def test_what_says_no_number_is_none_and_never_0(value):
    assert value_of(value) is None


def spec(*names):
    return SimpleNamespace(scorers=[SimpleNamespace(name=name) for name in names])


def test_the_tasks_first_scorer_gives_the_grade():
    assert first_scorer(spec("match", "judge")) == "match"
    assert first_scorer(spec("inspect_ai/match")) == "match"


def test_a_task_without_a_scorer_has_none():
    assert first_scorer(spec()) is None
    assert first_scorer(SimpleNamespace(scorers=None)) is None


def test_a_score_is_taken_by_its_name_wherever_it_stands():
    given = scores(judge=0.25, match="C")

    assert scored(given, "match") == Scored("match", 1.0)
    assert scored(given, "judge") == Scored("judge", 0.25)


def test_one_value_of_a_score_is_named():
    given = scores(judge={"style": 0.5, "truth": "I"})

    assert scored(given, "judge/truth") == Scored("judge/truth", 0.0)
    assert scored(given, "judge") == Scored(
        "judge",
        reason="the score of judge is no number, but a dict: attach(score=...) takes "
        "judge/style or judge/truth",
    )


@pytest.mark.parametrize("given", [None, {}, scores(match="C")])
@pytest.mark.parametrize("name", ["judge", "judge/style"])
def test_a_sample_without_that_score_is_graded_by_no_other(given, name):
    assert scored(given, name) == Scored(
        name, reason=f"the sample has no score of {name}"
    )


def test_a_score_that_is_no_number():
    reason = "the score of match is no number"
    for given in ("good", [1], {}, float("nan")):
        assert scored(scores(match=given), "match") == Scored("match", reason=reason)


def test_without_a_name_nothing_is_the_grade():
    assert scored(scores(match="C"), None) == Scored(None, reason=NO_SCORER)
