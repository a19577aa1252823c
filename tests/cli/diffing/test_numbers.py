import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.cli.diffing.numbers import change, listed, pair, percent, value

SCORES = st.floats(min_value=0, max_value=1)


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (0.2, 0.25, "+0.0500"),
        (1.0, 0.2, "-0.8000"),
        (0.5, 0.5, "0"),
        (0.5, 0.50000001, "+1e-08"),
        (-1e308, 0.5, "+1e+308"),
        (1e7, 1e7 + 0.5, "+0.5000"),
        (None, 0.5, "-"),
        (0.5, None, "-"),
    ],
)
def test_changes(before, after, shown):
    assert change(before, after) == shown


@given(SCORES, SCORES)
def test_only_equal_scores_show_no_change(before, after):
    assert (change(before, after) == "0") is (before == after)
    shown = pair(before, after)
    assert (shown[0] == shown[1]) is (before == after)


def test_absent_is_not_0():
    assert value(None) == "-"
    assert value(0.0) == "0.0000"
    assert percent(None) == "-"


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0.0 %"), (1, "100.0 %"), (0.125, "12.5 %"), (0.0001, "0.01 %")],
)
def test_percents(share, shown):
    assert percent(share) == shown


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_nothing_between_is_rounded_to_none(share):
    assert percent(share) != "0.0 %"


def test_long_lists_are_counted():
    names = tuple("abcdefghij")
    assert listed(names, verbose=False) == "a, b, c, d, e, f, g, h and 2 more"
    assert listed(names, verbose=True).endswith("i, j")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1e308, "1e+308"), (-1234567.0, "-1.235e+06"), (999_999.0, "999999.0000")],
)
def test_no_number_fills_a_line(number, shown):
    assert value(number) == shown


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_short(number):
    assert len(value(number)) <= 13
    assert len(change(number, -number)) <= 13
