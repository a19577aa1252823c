import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.lint.comparing.intervals import LARGEST, interval

SHARES = (0.0, 1.0)


def ends(found):
    return found.low, found.high


def test_one_result_of_each_task_gives_the_usual_interval():
    # Mean 3/4, variance (3 * (1/4)**2 + (3/4)**2) / 3 = 1/4, standard error
    # sqrt(1/4 / 4) = 1/4; t(3) = 3.18245: 0.75 -+ 0.79561.
    tasks = {"a": [1.0], "b": [1.0], "c": [1.0], "d": [0.0]}
    found = interval(tasks, None)
    assert (found.value, found.n, found.tasks) == (0.75, 4, 4)
    assert ends(found) == pytest.approx((-0.0456116, 1.5456116), abs=1e-7)
    assert ends(interval(tasks, SHARES)) == (0.0, 1.0)


def test_tasks_are_drawn_and_not_episodes():
    # Mean 3/6.  Sums about it: a 1/2, b -1/2, c 0.  Variance 3/2 * 1/2 / 36 = 1/48;
    # t(2) = 4.302653: half-width 0.621035.
    tasks = {"a": [1.0, 1.0, 0.0], "b": [0.0], "c": [1.0, 0.0]}
    found = interval(tasks, None)
    assert (found.value, found.n, found.tasks) == (0.5, 6, 3)
    assert ends(found) == pytest.approx((-0.121035, 1.121035), abs=1e-6)


def test_unequal_tasks_as_by_least_squares_with_clusters():
    # statsmodels 0.15.0: OLS(y, ones).fit(cov_type="cluster", use_t=True).conf_int(),
    # the tasks as groups.
    tasks = {
        "a": [1.0, 0.0, 1.0, 1.0],
        "b": [0.0, 0.0],
        "c": [0.5],
        "d": [1.0, 0.25, 1.0],
        "e": [0.0, 0.0, 1.0, 0.0],
    }
    found = interval(tasks, None)
    assert ends(found) == pytest.approx((0.062261033672, 0.902024680613))


def test_more_trials_of_as_many_tasks_do_not_narrow_it():
    once = {"a": [1.0], "b": [0.0], "c": [1.0], "d": [1.0], "e": [1.0]}
    often = {task: results * 10 for task, results in once.items()}
    assert ends(interval(often, None)) == pytest.approx(ends(interval(once, None)))


def test_tasks_that_all_pass_leave_room():
    # 0.025 ** (1 / 50); scipy.stats.beta.ppf(0.025, 50, 1) = 0.9288782635.
    found = interval({task: [1.0, 1.0] for task in range(50)}, SHARES)
    assert ends(found) == (pytest.approx(0.9288782635), 1.0)


def test_tasks_that_all_fail_leave_room():
    # scipy.stats.beta.ppf(0.975, 1, 20) = 0.1684334710.
    found = interval({task: [0.0] for task in range(20)}, SHARES)
    assert ends(found) == (0.0, pytest.approx(0.1684334710))


def test_no_change_in_any_task_is_no_proof_of_none():
    found = interval({task: [0.0] for task in range(50)}, (-1.0, 1.0))
    assert ends(found) == pytest.approx((-0.0711217365, 0.0711217365))


def test_one_task_leaves_the_whole_scale():
    assert ends(interval({"a": [1.0, 0.0, 1.0]}, SHARES)) == SHARES
    assert ends(interval({"a": [0.0]}, (-1.0, 1.0))) == (-1.0, 1.0)


@pytest.mark.parametrize("tasks", [{"a": [7.0, 3.0]}, {"a": [7.0], "b": [7.0]}])
def test_without_ends_of_the_scale_nothing_bounds_it(tasks):
    found = interval(tasks, None)
    assert (found.low, found.high) == (None, None)
    assert found.value in {5.0, 7.0}


@pytest.mark.parametrize("size", [1.0, 1e9])
def test_rounding_is_no_variation(size):
    # The sums of 3 and 7 round differently; the means are one number.
    y = 0.1 * size
    tasks = {"a": [y] * 3, "b": [y] * 7, "c": [y, y * (1 + 2e-16)]}
    assert interval(tasks, None).low is None


def test_equal_means_within_the_scale():
    tasks = {"a": [0.1] * 3, "b": [0.1] * 7, "c": [0.1, 0.1]}
    low, high = ends(interval(tasks, SHARES))
    weight = 0.025 ** (1 / 3)
    assert low == pytest.approx(0.1 * weight)
    assert high == pytest.approx(0.1 * weight + 1 - weight)


def test_numbers_of_any_size():
    found = interval({"a": [LARGEST], "b": [-LARGEST], "c": [LARGEST]}, None)
    assert found.value == pytest.approx(LARGEST / 3)
    assert found.low == pytest.approx(LARGEST * (1 / 3 - 4.302652729749462 * 2 / 3))
    found = interval({"a": [5e-324], "b": [0.0]}, SHARES)
    assert found.low == 0.0


RESULTS = st.dictionaries(
    st.integers(0, 20),
    st.lists(st.floats(0, 1), min_size=1, max_size=4),
    min_size=1,
    max_size=12,
)


@settings(max_examples=50)
@given(RESULTS)
def test_it_is_on_the_scale_and_holds_the_mean(tasks):
    found = interval(tasks, SHARES)
    every = [y for results in tasks.values() for y in results]
    assert found.value == pytest.approx(sum(every) / len(every), abs=1e-12)
    assert 0 <= found.low <= found.value + 1e-12
    assert found.value - 1e-12 <= found.high <= 1
    assert found.n == len(every)


@settings(max_examples=50)
@given(
    st.dictionaries(
        st.integers(),
        st.lists(st.floats(-LARGEST, LARGEST), min_size=1, max_size=3),
        min_size=1,
        max_size=5,
    )
)
def test_every_number_written_is_a_number(tasks):
    found = interval(tasks, None)
    assert math.isfinite(found.value)
    assert all(end is None or math.isfinite(end) for end in ends(found))


def test_it_holds_the_truth_19_times_of_20():
    # 20 tasks whose pass rates are uniform between 0 and 1, tried three times each.
    chance = random.Random(6)  # noqa: S311 - no secret
    held = 0
    for _ in range(2000):
        tasks = {}
        for task in range(20):
            rate = chance.random()
            tasks[task] = [float(chance.random() < rate) for _ in range(3)]
        found = interval(tasks, SHARES)
        held += found.low <= 0.5 <= found.high
    # Standard deviation of the share at 0.95: 0.0049.
    assert held / 2000 == pytest.approx(0.95, abs=0.015)
