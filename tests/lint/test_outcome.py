import math

import pytest

from evalrata.lint.outcome import Outcomes
from evalrata.schemas.records import Episode, Grade, Reported, Run, Where


def episode(stored, task="a"):
    return Episode(task=task, pointer="", grade=Grade(state="unknown", stored=stored))


def outcomes(*, pass_mark=1.0, **reported):
    return Outcomes(
        Run(
            id="r",
            format="specimen",
            where=Where(file="r.json"),
            pass_mark=pass_mark,
            reported=Reported(**reported),
        )
    )


@pytest.mark.parametrize(
    ("stored", "mark", "passed"),
    [
        (1.0, 1.0, True),
        (0.999, 1.0, False),
        (0.5, 0.5, True),
        (-1.0, 1.0, False),
        (None, 1.0, None),
        (math.nan, 1.0, None),
        (math.inf, 1.0, None),
        (-math.inf, 1.0, None),
    ],
)
def test_the_stored_number_decides(stored, mark, passed):
    of = outcomes(pass_mark=mark)

    assert of.passed(episode(stored)) is passed
    assert of.failed(episode(stored)) is (passed is False)


def test_the_lists_count_where_no_number_is_stored():
    of = outcomes(passed=("a", "x"), failed=("b", "x"))

    assert of.passed(episode(None, "a")) is True
    assert of.passed(episode(None, "b")) is False
    assert of.passed(episode(None, "x")) is None  # in both: says nothing
    assert of.passed(episode(None, "c")) is None


def test_the_lists_do_not_overrule_a_number_nor_repair_one():
    of = outcomes(passed=("a",), failed=())

    assert of.passed(episode(0.0, "a")) is False
    assert of.passed(episode(math.nan, "a")) is None
