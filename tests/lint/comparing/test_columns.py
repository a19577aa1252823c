import math

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lint.comparing.boards import column, row, rows

from evalrata.lint.comparing import columns
from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.options import Options
from evalrata.schemas.diff import RowValue
from evalrata.schemas.records import Rescoring

OLD, NEW = "1.0.0", "1.0.1"


def test_a_board_with_ties_is_counted_pair_by_pair():
    # before  a .5  b .4  c .4  d .3     ranks 1 2 2 4
    # after   a .5  b .6  c .4  d .4     ranks 2 1 3 3
    # ab inverted; bc tie before, cd tie after; ac ad bd keep their order.
    found = column(
        rows(OLD, {"a": 0.5, "b": 0.4, "c": 0.4, "d": 0.3}),
        rows(NEW, {"a": 0.5, "b": 0.6, "c": 0.4, "d": 0.4}),
    )

    assert (found.rows, found.rescored, found.pairs) == (4, 4, 6)
    assert (found.inversions, found.ties, found.moved) == (1, 2, 2)
    assert found.inverted == (("a", "b"),)
    assert [
        (c.row, c.before.rank, c.before.tied, c.after.rank, c.after.tied)
        for c in found.rank_changes
    ] == [("b", 2, 1, 1, 0), ("a", 1, 0, 2, 0), ("c", 2, 1, 3, 1), ("d", 4, 0, 3, 1)]


def test_rows_on_one_side_are_named_and_not_ranked():
    # b left and e entered; of a, c only a pair remains, which is inverted.
    found = column(
        rows(OLD, {"a": 0.5, "b": 0.45, "c": 0.4}),
        rows(NEW, {"a": 0.3, "c": 0.4, "e": 0.9}),
    )

    assert (found.rows, found.pairs, found.inversions) == (2, 1, 1)
    assert found.values == (
        RowValue(row="e", before=None, after=0.9, rescored=None),
        RowValue(row="c", before=0.4, after=0.4, rescored=True),
        RowValue(row="a", before=0.5, after=0.3, rescored=True),
        RowValue(row="b", before=0.45, after=None, rescored=None),
    )


def test_rows_that_left_or_entered_the_board_are_named():
    diff = compare(
        rows(OLD, {"a": 0.5, "b": 0.4}), rows(NEW, {"a": 0.5, "c": 1.0})
    ).diff

    assert (diff.left, diff.entered) == (("b",), ("c",))
    (note,) = diff.notes
    assert note == (
        "1 row of t has no counterpart after, so that the published scores are "
        "compared with nothing: b"
    )


def test_a_renamed_row_is_one_row_under_its_new_name():
    # x became y: x was above b, y is below it.
    found = column(
        rows(OLD, {"x": 0.5, "b": 0.4}),
        rows(NEW, {"y": 0.3, "b": 0.4}),
        Options(renamed=(("x", "y"),)),
    )

    assert (found.rows, found.inverted) == (2, (("y", "b"),))


def test_null_nan_and_infinity_are_no_values():
    # Only a has a number on both sides.
    found = column(
        rows(OLD, {"a": 0.5, "b": None, "c": math.nan, "d": 0.2}),
        rows(NEW, {"a": 0.5, "b": 0.4, "c": 0.4, "d": math.inf}),
    )

    assert (found.rows, found.pairs, found.mixed.pairs) == (1, 0, 0)
    assert [(v.row, v.before, v.after) for v in found.values] == [
        ("a", 0.5, 0.5),
        ("b", None, 0.4),
        ("c", None, 0.4),
        ("d", 0.2, None),
    ]


def test_a_column_on_one_side_is_not_compared():
    before = [row("a", OLD, retail=0.5, airline=0.4), row("b", OLD, retail=0.4)]
    after = [row("a", NEW, retail=0.5, banking=0.1), row("b", NEW, retail=0.4)]

    found = {c.column: (c.only, c.rows) for c in compare(before, after).diff.columns}

    assert found == {
        "airline": ("before", 0),
        "banking": ("after", 0),
        "retail": (None, 2),
    }


def test_a_column_of_nulls_alone_is_none():
    before, after = [row("a", OLD, retail=None)], [row("a", NEW, retail=None)]

    assert compare(before, after).diff.columns == ()


def test_rows_that_were_not_rescored_are_counted_apart():
    # before  a .6  k .5  b .4  u .3      a, b re-scored; k kept; u names no build
    # after   a .3  k .5  b .7  u .4
    # ab inverted among the re-scored; ak, kb inverted by the mixture; au besides.
    before = [
        *rows(OLD, {"a": 0.6, "b": 0.4}),
        *rows(OLD, {"k": 0.5}),
        *rows(None, {"u": 0.3}),
    ]
    after = [
        *rows(NEW, {"a": 0.3, "b": 0.7}),
        *rows("v1.0.0", {"k": 0.5}),
        *rows(NEW, {"u": 0.4}),
    ]

    found = column(before, after)

    assert (found.rows, found.rescored) == (4, 2)
    assert (found.not_rescored, found.unknown) == (("k",), ("u",))
    assert (found.pairs, found.inversions, found.inverted) == (1, 1, (("a", "b"),))
    assert (found.mixed.pairs, found.mixed.inversions) == (6, 4)
    assert (found.mixed.between, found.mixed.between_inversions) == (2, 2)
    assert set(found.mixed.inverted) == {("a", "b"), ("a", "k"), ("k", "b"), ("a", "u")}


def test_columns_of_several_tables_are_named_by_their_table():
    before = [row("a", OLD, retail=0.5), row("b", OLD, board="voice", retail=0.1)]

    found = [c.column for c in compare(before, before).diff.columns]

    assert found == ["t: retail", "voice: retail"]


def test_a_row_that_moved_to_another_table_is_ranked_in_neither():
    before = [row("a", OLD, retail=0.5), row("b", OLD, retail=0.4)]
    after = [row("a", OLD, retail=0.5), row("b", OLD, board="legacy", retail=0.4)]

    diff = compare(before, after).diff

    assert {c.column: c.rows for c in diff.columns} == {
        "legacy: retail": 0,
        "t: retail": 1,
    }
    assert diff.notes == ("b moved from t to legacy",)


def test_a_withdrawn_row_has_no_rank():
    before = rows(OLD, {"a": 0.5, "b": 0.4})
    after = [row("a", NEW, retail=0.5), row("b", NEW, retail=0.4, status="withdrawn")]

    diff = compare(before, after).diff

    assert diff.columns[0].rows == 1
    assert diff.notes == ("the score of b after is not compared: it is withdrawn",)


def test_a_filter_of_tasks_leaves_reported_scores_out():
    board = rows(OLD, {"a": 0.5})

    diff = compare(board, board, Options(tasks=frozenset({"1"}))).diff

    assert diff.columns == ()
    assert (
        "the score of a before is not compared: it has no episodes to take tasks from"
        in diff.notes
    )


def test_inverted_pairs_beyond_the_listed_are_counted(monkeypatch):
    # All three pairs of a, b, c are inverted.
    monkeypatch.setattr(columns, "LISTED", 2)

    found = column(
        rows(OLD, {"a": 0.3, "b": 0.2, "c": 0.1}),
        rows(NEW, {"a": 0.1, "b": 0.2, "c": 0.3}),
    )

    assert (found.inversions, len(found.inverted)) == (3, 2)
    assert (found.mixed.inversions, len(found.mixed.inverted)) == (3, 2)


def test_pairs_of_the_mixture_are_listed_before_others(monkeypatch):
    # before  a .6  k .5  b .4    a, b re-scored, k not; after, all are turned round.
    monkeypatch.setattr(columns, "LISTED", 2)
    before = [*rows(OLD, {"a": 0.6, "b": 0.4}), *rows(OLD, {"k": 0.5})]
    after = [*rows(NEW, {"a": 0.1, "b": 0.3}), *rows(OLD, {"k": 0.2})]

    found = column(before, after).mixed

    assert (found.inversions, found.between_inversions) == (3, 2)
    assert set(found.inverted) == {("a", "k"), ("k", "b")}


def test_a_row_that_says_it_is_a_rescore_is_one():
    again = Rescoring(of="sha256:1")
    before = [
        *rows(None, {"a": 0.5, "u": 0.4}),
        *rows(OLD, {"s": 0.3}),
        *rows(OLD, {"t": 0.2}, rescoring=again),
    ]
    after = [
        *rows(None, {"a": 0.6}, rescoring=again),
        *rows(None, {"u": 0.4}),
        *rows(OLD, {"s": 0.35}, rescoring=again),
        *rows(OLD, {"t": 0.2}, rescoring=again),  # the same one on both sides
    ]

    found = column(before, after)

    assert {v.row: v.rescored for v in found.values} == {
        "a": True,
        "u": None,
        "s": True,
        "t": False,
    }
    assert (found.rescored, found.not_rescored, found.unknown) == (2, ("t",), ("u",))


VALUES = st.sampled_from((0.0, 0.25, 0.5, 1.0, None))
VERSIONS = st.sampled_from((OLD, NEW, None))
BOARD = st.dictionaries(
    st.sampled_from("abcdefgh"), st.tuples(VERSIONS, VALUES), max_size=8
)


def board_of(drawn):
    return [row(name, version, retail=v) for name, (version, v) in drawn.items()]


@settings(max_examples=40)
@given(BOARD, BOARD)
def test_swapping_the_sides_keeps_what_is_counted(first, second):
    there = compare(board_of(first), board_of(second)).diff
    back = compare(board_of(second), board_of(first)).diff

    assert set(there.left) == set(back.entered)
    assert [counted(c) for c in there.columns] == [counted(c) for c in back.columns]


def counted(c):
    m = c.mixed
    return (
        (c.column, c.rows, c.rescored, c.pairs, c.inversions, c.ties, c.moved),
        (m.pairs, m.inversions, m.ties, m.between, m.between_inversions),
        {frozenset(pair) for pair in m.inverted},
        (set(c.not_rescored), set(c.unknown)),
    )


@settings(max_examples=40)
@given(BOARD)
def test_a_board_beside_itself_differs_in_nothing(drawn):
    diff = compare(board_of(drawn), board_of(drawn)).diff

    assert (diff.left, diff.entered) == ((), ())
    for c in diff.columns:
        assert (c.rescored, c.inversions, c.mixed.inversions) == (0, 0, 0)
        assert (c.rank_changes, c.mixed.rank_changes) == ((), ())
