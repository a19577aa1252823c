import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.lint.comparing.rerun import noise


def same(*cells):
    """Both sides alike."""
    return [(cell, cell) for cell in cells]


def test_variance_is_that_within_a_task():
    # s2 = 1/2 and 0; V = (2 * 1/2 + 2 * 0) / 4**2 = 1/16 on either side; two repeats,
    # t(2) = 4.3026527: 4.3026527 * sqrt(1/8).
    found = noise(same([1.0, 0.0], [1.0, 1.0]), shares=True)
    assert found == pytest.approx(1.5212175, abs=1e-6)


def test_a_task_tried_once_is_taken_for_one_like_the_others():
    # S2 = (1/2 + 0) / 2 = 1/4; V = (2 * 1/2 + 1 * 1/4) / 5**2 = 1/20 on either side.
    found = noise(same([1.0, 0.0], [1.0, 1.0], [1.0]), shares=True)
    assert found == pytest.approx(4.302652729749462 * 0.1**0.5)


def test_three_trials():
    # s2 of 1, 0, 0: (4/9 + 1/9 + 1/9) / 2 = 1/3; V = 3 * 1/3 / 9 before, 0 after; t(2).
    found = noise([([1.0, 0.0, 0.0], [0.0, 0.0, 0.0])], shares=True)
    assert found == pytest.approx(4.302652729749462 / 3)


def test_without_a_second_trial_it_cannot_be_told():
    assert noise(same([1.0], [0.0]), shares=True) is None
    assert noise([], shares=True) is None


def test_trials_that_never_differ_do_not_show_that_they_cannot():
    # 30 repeats: d = 1 - 0.025 ** (1 / 30) = 0.1157; V of both sides together
    # 2 * d / 2 / 60 = 0.0019283; t(30) = 2.0422725.
    found = noise(same(*([1.0, 1.0] for _ in range(30))), shares=True)
    assert found == pytest.approx(0.089687, abs=1e-5)


def test_few_of_them_may_vary_as_much_as_anything():
    # One repeat: d = 0.975, of which half is beyond 1/4; V = 2 * 1/4 / 2; t(1).
    assert noise(same([1.0, 1.0]), shares=True) == pytest.approx(12.7062047 / 2)


def test_on_a_scale_without_ends_it_cannot_be_told():
    assert noise(same([7.0, 7.0]), shares=False) is None
    assert noise(same([7.0, 5.0]), shares=False) == pytest.approx(12.7062047 * 2**0.5)


@pytest.mark.parametrize("size", [1e300, 1e160, 1e-200])
def test_numbers_of_any_size(size):
    found = noise(same([size, 0.0]), shares=False)
    # V = 2 * (1/2) / 4 on either side, so 1/2 in all.
    assert found == pytest.approx(12.7062047 * 0.5**0.5 * size)


CELLS = st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=4), max_size=8)


@settings(max_examples=50)
@given(CELLS)
def test_more_runs_of_the_same_never_add_noise(cells):
    once, twice = noise(same(*cells), shares=True), noise(same(*cells * 2), shares=True)
    assert (once is None) == (twice is None)
    assert once is None or 0 < twice < once


def test_runs_made_again_are_beyond_it_once_in_20():
    # 25 tasks of pass rates uniform between 0 and 1, two trials, and ten tried once.
    chance = random.Random(7)  # noqa: S311 - no secret
    beyond = 0
    for _ in range(1000):
        rates = [(chance.random(), 2 if task < 25 else 1) for task in range(35)]
        first, second = (
            [[float(chance.random() < rate) for _ in range(m)] for rate, m in rates]
            for _ in range(2)
        )
        moved = abs(sum(map(sum, first)) - sum(map(sum, second))) / 60
        beyond += moved > noise(same(*first), shares=True)
    # Standard deviation of the share at 0.05: 0.007.
    assert beyond / 1000 == pytest.approx(0.05, abs=0.02)
