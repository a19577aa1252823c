from types import SimpleNamespace

import pytest

from evalrata.integrations.inspect.grades import Scored, scored, value_of


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


def test_the_first_score_counts():
    assert scored(scores(match="C", judge=0.25), None) == Scored("match", 1.0)


def test_a_score_is_named():
    assert scored(scores(match="C", judge=0.25), "judge") == Scored("judge", 0.25)


def test_one_value_of_a_score_is_named():
    given = scores(judge={"style": 0.5, "truth": "I"})

    assert scored(given, "judge/truth") == Scored("judge/truth", 0.0)
    assert scored(given, "judge") == Scored("judge", None)


@pytest.mark.parametrize("given", [None, {}, scores(match="C")])
def test_a_scorer_that_gave_nothing(given):
    assert scored(given, "judge") is None
    assert scored(given, "judge/style") is None


def test_a_sample_without_scores():
    assert scored(None, None) is None
    assert scored({}, None) is None
