"""The cost-accuracy front."""

from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.front import front


def test_a_row_that_another_beats_is_not_on_it():
    points = [("cheap", 1, 0.2), ("dear", 9, 0.9), ("beaten", 9, 0.5), ("mid", 3, 0.5)]

    assert front(points) == ("cheap", "dear", "mid")


def test_equal_rows_are_both_on_it():
    assert front([("a", 1, 0.5), ("b", 1, 0.5), ("c", 2, 0.5)]) == ("a", "b")


def test_no_rows_no_front():
    assert front([]) == ()


points = st.lists(
    st.tuples(st.integers(1, 20), st.integers(0, 20)), min_size=1, max_size=12
).map(lambda found: [(f"row{i}", float(c), a / 20) for i, (c, a) in enumerate(found)])


@given(points, st.sampled_from([2.0, 3.0, 0.5]))
def test_one_factor_on_all_costs_leaves_it(rows, factor):
    assert front((n, c * factor, a) for n, c, a in rows) == front(rows)


@given(points)
def test_every_row_off_it_is_beaten_by_one_on_it(rows):
    on = set(front(rows))
    assert on
    best = [(c, a) for n, c, a in rows if n in on]
    for name, cost, accuracy in rows:
        beaten = any(
            c <= cost and a >= accuracy and (c, a) != (cost, accuracy) for c, a in best
        )
        assert beaten == (name not in on)
