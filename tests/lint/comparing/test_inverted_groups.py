"""Counting by groups gives what looking at each pair gives."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.comparing import inverted_groups as module
from evalrata.lint.comparing.inverted_groups import first, inverted_groups
from evalrata.lint.comparing.ranks import Standing, inversions

VALUES = st.sampled_from((0.0, 0.1, 0.2, 0.3, 1.0))
ROWS = st.lists(st.tuples(VALUES, VALUES, st.sampled_from("xyz")), max_size=12)


@given(ROWS, st.integers(1, 4))
def test_counts_and_first_pairs_are_those_of_all_pairs(drawn, most):
    board = [Standing(f"r{i:02}", b, a) for i, (b, a, _) in enumerate(drawn)]
    group = {f"r{i:02}": g for i, (_, _, g) in enumerate(drawn)}
    every = list(inversions(board))

    counted = Counter()
    found = list(inverted_groups(board, group.__getitem__, most=most))
    for part in found:
        counted[frozenset(map(group.get, part.pairs[0]))] += part.count

    assert counted == Counter(frozenset(map(group.get, pair)) for pair in every)
    assert first([part.pairs for part in found], board, most) == every[:most]


def test_many_groups_are_looked_at_pair_by_pair(monkeypatch):
    monkeypatch.setattr(module, "_GROUPS", 1)
    board = [Standing("a", 0.1, 0.9), Standing("b", 0.5, 0.4), Standing("c", 0.6, 0.3)]

    found = list(inverted_groups(board, str, most=5))

    assert [(part.count, part.pairs) for part in found] == [
        (1, (pair,)) for pair in inversions(board)
    ]
    assert len(found) == 3


def test_a_large_board_is_counted_without_its_pairs():
    board = [Standing(str(i), i / 5000, -i / 5000) for i in range(5000)]

    found = list(inverted_groups(board, lambda name: int(name) % 2, most=3))

    assert sum(part.count for part in found) == 12_497_500
    assert [len(part.pairs) for part in found] == [3, 3, 3]
