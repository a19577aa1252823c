from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.comparing.ranks import (
    Standing,
    between,
    count_inversions,
    inversions,
    pairs,
    places,
    rank_changes,
    ties,
)
from evalrata.schemas.diff import Place, RankChange

VALUES = st.sampled_from((0.0, 0.1, 0.2, 0.3, 1.0))
BOARDS = st.lists(st.tuples(VALUES, VALUES), max_size=12).map(
    lambda values: [Standing(f"r{i}", b, a) for i, (b, a) in enumerate(values)]
)


def place(rank, tied, value):
    return Place(rank=rank, tied=tied, value=value)


def test_equal_values_share_the_best_rank_and_the_next_is_left_out():
    assert places([0.2, 0.5, 0.5, 0.9]) == [
        place(4, 0, 0.2),
        place(2, 1, 0.5),
        place(2, 1, 0.5),
        place(1, 0, 0.9),
    ]


def test_nothing_has_no_places_pairs_or_inversions():
    assert (places([]), pairs([]), ties([]), list(inversions([]))) == ([], 0, 0, [])


def test_a_pair_that_changed_places_is_inverted_with_the_first_above_first():
    board = [Standing("low", 0.1, 0.9), Standing("high", 0.5, 0.4)]

    assert list(inversions(board)) == [("high", "low")]


@pytest.mark.parametrize(
    ("before", "after", "tied"),
    [((0.1, 0.1), (0.1, 0.2), 1), ((0.1, 0.2), (0.3, 0.3), 1), ((0, 0), (1, 1), 1)],
)
def test_a_pair_that_is_equal_on_a_side_is_a_tie_and_not_inverted(before, after, tied):
    board = [Standing(n, b, a) for n, b, a in zip("xy", before, after, strict=True)]

    assert (ties(board), list(inversions(board))) == (tied, [])


def test_values_that_print_alike_are_no_tie():
    board = [Standing("a", 0.3, 1.0), Standing("b", 0.1 + 0.2, 0.0)]

    assert ties(board) == 0
    assert list(inversions(board)) == [("b", "a")]


def test_rows_whose_rank_or_value_differs_are_named_by_the_rank_after():
    # before: a 1, b 2, c 3; after: b 1, a and c 2; d stays 4 with its value.
    board = [
        Standing("a", 0.9, 0.5),
        Standing("b", 0.8, 0.8),
        Standing("c", 0.5, 0.5),
        Standing("d", 0.1, 0.1),
    ]

    assert rank_changes(board) == (
        RankChange(row="b", before=place(2, 0, 0.8), after=place(1, 0, 0.8)),
        RankChange(row="a", before=place(1, 0, 0.9), after=place(2, 1, 0.5)),
        RankChange(row="c", before=place(3, 0, 0.5), after=place(2, 1, 0.5)),
    )


@given(BOARDS)
def test_inversions_and_ties_are_those_that_each_pair_shows(board):
    inverted, equal = set(), 0
    for x, y in combinations(board, 2):
        if x.before == y.before or x.after == y.after:
            equal += 1
        elif (x.before > y.before) != (x.after > y.after):
            inverted.add((x.row, y.row) if x.before > y.before else (y.row, x.row))
    found = list(inversions(board))

    assert len(found) == len(inverted) == count_inversions(board)
    assert set(found) == inverted
    assert ties(board) == equal
    assert pairs(board) == len(list(combinations(board, 2)))


@given(BOARDS, st.sets(st.integers(0, 11)))
def test_inversions_between_two_kinds_are_those_of_all_that_mix_them(board, first):
    names = {f"r{i}" for i in first}
    ours = [row for row in board if row.row in names]
    theirs = [row for row in board if row.row not in names]

    assert list(between(ours, theirs)) == [
        pair for pair in inversions(board) if (pair[0] in names) != (pair[1] in names)
    ]


def test_pairs_within_a_kind_cost_nothing():
    # 12,497,500 pairs are inverted, and none between the kinds.
    board = [Standing(str(i), i / 5000, -i / 5000) for i in range(5000)]

    assert count_inversions(board) == 12_497_500
    assert list(between(board, [Standing("last", -1.0, -1.0)])) == []


@given(BOARDS)
def test_a_rank_is_one_more_than_the_rows_above(board):
    values = [row.after for row in board]

    assert [p.rank for p in places(values)] == [
        1 + sum(other > value for other in values) for value in values
    ]
