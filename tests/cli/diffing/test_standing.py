from hypothesis import given
from hypothesis import strategies as st
from tests.cli.diffing.specimens import column

from evalrata.cli.diffing.standing import standing
from evalrata.schemas.diff import RowValue, Shared


def lines(*values):
    made = tuple(
        RowValue(row=name, before=before, after=after, rescored=rescored)
        for name, before, after, rescored in values
    )
    return standing(column(values=made), made).rows


def test_a_row_is_ranked_among_those_with_both_values():
    found = lines(
        ("a", 0.9, 0.9, False),
        ("b", 0.5, 0.95, True),
        ("gone", 0.99, None, None),
        ("new", None, 0.99, None),
    )
    assert found == [
        ("a", "1", "2", "0.9000", "0.9000", "0", "no"),
        ("b", "2", "1", "0.5000", "0.9500", "+0.4500", "yes"),
        ("gone", "-", "-", "0.9900", "-", "-", "-"),
        ("new", "-", "-", "-", "0.9900", "-", "-"),
    ]


def test_ties_share_the_best_rank_and_leave_out_the_next():
    found = lines(
        ("a", 0.7, 0.7, None),
        ("b", 0.5, 0.7, True),
        ("c", 0.5, 0.5, True),
        ("d", 0.1, 0.1, True),
    )
    assert [(line[1], line[2]) for line in found] == [
        ("1", "1="),
        ("2=", "1="),
        ("2=", "3"),
        ("4", "4"),
    ]
    assert found[0][-1] == "not known"


SCORES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=12))
def test_a_rank_is_one_more_than_the_rows_above(pairs):
    found = lines(*((f"r{i}", *pair, True) for i, pair in enumerate(pairs)))
    for side in (0, 1):
        values = [pair[side] for pair in pairs]
        for value, line in zip(values, found, strict=True):
            above = sum(other > value for other in values)
            tied = values.count(value) > 1
            assert line[1 + side] == f"{above + 1}" + "=" * tied


def test_a_change_that_is_one_of_episodes_is_marked():
    def of(name, **counts):
        shared = Shared(before=20, after=7, **counts) if counts else None
        return RowValue(row=name, before=0.2, after=1.0, rescored=None, episodes=shared)

    values = (
        of("left", both=4, only_before=16),
        of("other", both=0, only_before=20, only_after=7),
        of("some", both=6, only_before=14, only_after=1),
        of("same", both=20),
        of("row"),
    )
    found = standing(column(values=values), values)

    assert found.columns[-1] == "episodes"
    assert [line[-1] for line in found.rows] == [
        "16 of 20 not there after",
        "none is on both sides",
        "14 of 20 not there after, 1 of 7 not there before",
        "the same",
        "-",
    ]
    assert [line[5] for line in found.rows] == ["+0.8000", "-", *["+0.8000"] * 3]
    assert standing(column(values=values[3:]), values[3:]).columns[-1] == "re-scored"
