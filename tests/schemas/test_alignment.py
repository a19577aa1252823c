import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.alignment import LIMIT, copies_of, explain, explainable, gaps

LETTERS = st.lists(st.sampled_from("ab"), max_size=6)


def readings(lists, i=0, j=0):
    """Every reading, spelled out: (own calls left out, labels of the items)."""
    recorded, own, pattern, unread = lists
    if i == len(recorded) and j == len(own):
        yield 0, ""
        return
    steps = []
    if i < len(recorded) and j < len(own) and recorded[i] == own[j]:
        steps.append((0, "o", i + 1, j + 1))
    if i < len(recorded) and j in unread:
        steps.append((0, "u", i + 1, j))
    if pattern and recorded[i : i + len(pattern)] == pattern:
        steps.append((0, "c" * len(pattern), i + len(pattern), j))
    if j < len(own):
        steps.append((1, "", i, j + 1))
    for left_out, label, next_i, next_j in steps:
        for rest, labels in readings(lists, next_i, next_j):
            yield left_out + rest, label + labels


@given(
    LETTERS,
    LETTERS,
    st.lists(st.sampled_from("ab"), max_size=2),
    st.sets(st.integers(0, 6), max_size=2),
)
def test_explain_agrees_with_every_reading_spelled_out(recorded, own, pattern, unread):
    every = list(readings((recorded, own, pattern, unread)))
    found = explain(recorded, own, pattern, unread=unread)

    if not every:
        assert found is None
        return
    fewest_left_out = min(left_out for left_out, _ in every)
    assert found.left_out == fewest_left_out
    best = [labels for left_out, labels in every if left_out == fewest_left_out]
    for kind, flags in (("o", found.own), ("u", found.unread), ("c", found.copied)):
        assert list(flags) == [
            any(labels[i] == kind for labels in best) for i in range(len(recorded))
        ]
    if pattern:
        copies = {labels.count("c") // len(pattern) for labels in best}
        assert (found.fewest, found.most) == (min(copies), max(copies))


def test_a_copy_in_the_middle_is_one_reading_only():
    found = explain("axyb", "ab", "xy")

    assert found.own == (True, False, False, True)
    assert found.copied == (False, True, True, False)
    assert (found.fewest, found.most) == (1, 1)


def test_two_readings_leave_both_items_open():
    found = explain("xx", "x", "x")

    assert found.own == (True, True)
    assert found.copied == (True, True)
    assert (found.fewest, found.most) == (1, 1)


def test_own_calls_that_the_record_lacks_are_left_out():
    found = explain("ac", "abc", "")

    assert found.own == (True, True)
    assert found.left_out == 1
    assert explain("ac", "ac", "").left_out == 0


def test_an_item_that_is_neither_has_no_reading():
    assert explain("aq", "a", "xy") is None
    assert explain("ax", "a", "xy") is None  # half a copy is no copy


def test_lists_beyond_the_limit_are_not_read():
    assert explainable(["a"] * (LIMIT // 2 - 1), ["a"])
    assert not explainable(["a"] * (LIMIT // 2), ["a"])
    assert explain(["a"] * LIMIT, ["a"], []) is None


@pytest.mark.slow
def test_the_limit_takes_seconds_at_most():
    side = int(LIMIT**0.5) - 1
    before = time.process_time()
    found = explain(list(range(side)), list(range(side)), [-1])

    assert all(found.own)
    assert time.process_time() - before < 10


def test_gaps_are_half_open_and_joined():
    assert gaps([None, 0, None, None, 3]) == [(0, 1), (2, 4)]
    assert gaps([0, 1]) == []
    assert gaps([]) == []


def test_copies_of_counts_whole_copies_only():
    assert copies_of("abab", "ab") == 2
    assert copies_of("aba", "ab") is None
    assert copies_of("ba", "ab") is None
    assert copies_of("", "ab") == 0
    assert copies_of("", "") == 0
    assert copies_of("a", "") is None
