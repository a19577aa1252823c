import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lint.comparing.boards import evaluator
from tests.lint.comparing.paired import episode, gold, kept

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.comparison import Limits
from evalrata.lint.comparing.options import Options
from evalrata.schemas.diff import Episodes, Flip, TaskChange
from evalrata.schemas.records import Episode as Record
from evalrata.schemas.records import Grade, Reported

A, B = "sha256:a", "sha256:b"


def diff(before, after, options=None, **fields):
    """Compare two runs called ``r``."""
    more = () if options is None else (options,)
    sides = kept(before, "r", **fields), kept(after, "r", **fields)
    return compare(sides[:1], sides[1:], *more).diff


def test_flips_are_told_by_direction():
    # t0 rises, t1 falls, t2 stays, t3 enters (it was ungraded), t4 leaves.
    results = {
        "t0": (0.0, 1.0),
        "t1": (1.0, 0.0),
        "t2": (1.0, 1.0),
        "t3": (None, 1.0),
        "t4": (1.0, None),
    }
    found = diff(
        [episode(task, old) for task, (old, _) in results.items()],
        [episode(task, new) for task, (_, new) in results.items()],
    ).episodes

    assert found is not None
    assert (found.compared, found.up, found.down) == (3, 1, 1)
    assert (found.entered, found.entered_passed) == (1, 1)
    assert (found.left, found.left_passed) == (1, 1)
    assert found.stored_changed == 4  # t3 was stored as 0, and t4 is
    assert (found.score_before, found.score_after) == (2 / 3, 2 / 3)
    assert [(f.task, f.direction) for f in found.flips] == [
        ("t0", "up"),
        ("t1", "down"),
        ("t3", "entered"),
        ("t4", "left"),
    ]


def test_a_flip_points_to_both_sides():
    found = diff([episode("t", 0.0, 2)], [episode("t", 1.0, 2)]).episodes

    assert found is not None
    assert found.flips == (
        Flip(
            row="r",
            task="t",
            trial=2,
            before=0.0,
            after=1.0,
            direction="up",
            pointer_before="/t/2",
            pointer_after="/t/2",
        ),
    )


def test_an_episode_that_is_on_one_side_enters_or_leaves():
    found = diff([episode("x", 0.0)], [episode("y", 0.5), episode("z", None)])

    assert found.episodes == Episodes(
        entered=1,
        left=1,
        only_before=1,
        only_after=2,
        flips=(
            Flip(
                row="r",
                task="x",
                before=0.0,
                after=None,
                direction="left",
                pointer_before="/x/None",
            ),
            Flip(
                row="r",
                task="y",
                before=None,
                after=0.5,
                direction="entered",
                pointer_after="/y/None",
            ),
        ),
    )


def test_the_pass_mark_of_the_run_says_who_passed():
    found = diff([], [episode("y", 0.5)], pass_mark=0.5).episodes

    assert found is not None
    assert found.entered_passed == 1


def test_an_episode_has_not_left_a_file_that_breaks_off():
    whole, cut = {"x": 1.0, "y": 1.0}, {"notes": {"truncated": {"pointer": "/1"}}}
    before = kept([episode(t, v) for t, v in whole.items()], "r")
    after = kept([episode("x", 1.0)], "r", **cut)

    there = compare([before], [after]).diff
    back = compare([after], [before]).diff

    for found, column in ((there, there.columns[0]), (back, back.columns[0])):
        assert found.episodes is not None
        assert (found.episodes.left, found.episodes.entered) == (0, 0)
        assert column.rows == 0
        assert any("1 episode of the other side" in note for note in found.notes)
    assert there.episodes is not None
    assert there.episodes.only_before == 1


def test_changed_criteria_are_told_from_the_same_and_the_unknown():
    # t0 flips under other criteria, t1 under the same, t2 under unknown ones.
    before = [
        episode("t0", 0.0, task_digest=A),
        episode("t1", 0.0, task_digest=A),
        episode("t2", 0.0),
        episode("t3", 1.0, task_digest=A),
    ]
    after = [
        episode("t0", 1.0, task_digest=B),
        episode("t1", 1.0, task_digest=A),
        episode("t2", 1.0, task_digest=A),
        episode("t3", 1.0, task_digest=B),
    ]

    found = diff(before, after)

    assert found.episodes is not None
    assert found.episodes.criteria_changed == 2
    assert found.episodes.criteria_unknown == 1
    assert found.episodes.flips_criteria_changed == 1
    assert found.episodes.flips_criteria_same == 1
    assert found.tasks == (
        TaskChange(task="t0", criteria_changed=True, compared=1, up=1),
        TaskChange(task="t1", criteria_changed=False, compared=1, up=1),
        TaskChange(task="t2", criteria_changed=None, compared=1, up=1),
        TaskChange(task="t3", criteria_changed=True, compared=1),
    )


def test_tasks_of_one_name_in_two_domains_are_two():
    def side(value):
        return [
            kept([episode("0", value)], name, benchmark="tau", domains=(name,))
            for name in ("air", "shop")
        ]

    found = compare(side(0.0), side(1.0)).diff.tasks

    assert [(t.task, t.up) for t in found] == [("air: 0", 1), ("shop: 0", 1)]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_result_that_is_no_number_is_not_in_the_denominator(value):
    found = diff([episode("t", value)], [episode("t", value)]).episodes

    assert found == Episodes()


def test_results_beyond_the_floats_have_no_mean():
    before = [episode("x", 1.7e308), episode("y", 1.7e308)]

    found = diff(before, before)

    assert found.episodes is not None
    assert found.episodes.score_before is None
    assert found.columns == ()


def test_runs_of_one_domain_are_rows_of_one_column_by_their_scores():
    def side(*values, version):
        return [
            kept(
                [episode("t", value), episode("u", 0.0), episode("v", None)],
                name,
                domains=("air",),
                instruments=(evaluator(version),),
            )
            for name, value in zip("ab", values, strict=True)
        ]

    # a: 0.5 to 0; b: 0.2 to 0.4, each over the two episodes with a result.
    (column,) = compare(
        side(1.0, 0.4, version="1"), side(0.0, 0.8, version="2")
    ).diff.columns

    assert (column.column, column.rescored, column.inverted) == (
        "air",
        2,
        (("a", "b"),),
    )
    assert [(v.row, v.before, v.after) for v in column.values] == [
        ("b", 0.2, 0.4),
        ("a", 0.5, 0.0),
    ]


def test_a_run_without_episodes_has_the_score_it_reports():
    lacks = {"episodes": "the header alone was read"}
    side = [kept([], "r", reported=Reported(score=0.5), lacks=lacks)]

    found = compare(side, side).diff

    assert found.episodes is None
    assert found.columns[0].values[0].after == 0.5


def test_a_filter_is_said_and_counted():
    before = [episode("x", 0.0, gold=gold("write")), episode("y", 0.0, gold=gold())]
    after = [episode("x", 1.0), episode("y", 1.0)]

    found = diff(before, after, Options(acting=True))

    assert found.episodes is not None
    assert (found.episodes.compared, found.filtered_out) == (1, 2)
    assert found.columns[0].values[0].after == 1.0
    assert found.filter == "tasks whose gold has an action that is no terminator"


def test_groups_are_made_where_they_are_asked_for():
    side = [kept([episode("x", 1.0)], "r", models=("m",))]

    assert compare(side, side).diff.groups == ()
    (group,) = compare(side, side, Options(by=("model",))).diff.groups
    assert group.rows == ("r",)


def test_the_sides_are_called_as_the_caller_calls_them():
    found = compare([], [], names=("old/", "new/")).diff

    assert (found.before, found.after) == ("old/", "new/")


def test_rules_see_the_pairs_the_limits_and_the_table():
    limits = Limits(drop=0.5)
    side = [kept([episode("x", 1.0)], "r")]

    found = compare(side, side, Options(limits=limits))

    assert found.limits == limits
    assert [pair.matched for pair in found.pairs] == [((0, 0),)]


RESULTS = st.dictionaries(
    st.tuples(st.sampled_from("xyz"), st.sampled_from((None, 0, 1))),
    st.sampled_from((None, 0.0, 0.5, 1.0)),
    max_size=6,
)


def records(drawn):
    return [episode(task, value, trial) for (task, trial), value in drawn.items()]


@settings(max_examples=40)
@given(RESULTS, RESULTS)
def test_swapping_the_sides_swaps_the_directions(first, second):
    there = diff(records(first), records(second)).episodes
    back = diff(records(second), records(first)).episodes

    assert there is not None
    assert back is not None
    assert (there.compared, there.stored_changed) == (
        back.compared,
        back.stored_changed,
    )
    assert (there.up, there.entered) == (back.down, back.left)
    assert (there.entered_passed, there.only_after) == (
        back.left_passed,
        back.only_before,
    )
    assert (there.score_before, there.score_after) == (
        back.score_after,
        back.score_before,
    )


@settings(max_examples=40)
@given(RESULTS)
def test_a_run_beside_itself_differs_in_nothing(drawn):
    found = diff(records(drawn), records(drawn))

    known = [value for value in drawn.values() if value is not None]
    mean = sum(known) / len(known) if known else None  # of halves: exact

    assert found.tasks == ()
    assert found.episodes == Episodes(
        compared=len(known),
        score_before=mean,
        score_after=mean,
        criteria_unknown=len(known),
    )


def test_an_ungraded_episode_is_no_failure():
    record = Record(task="t", pointer="", grade=Grade(state="unknown", stored=0.0))

    assert diff([record], [record]).episodes == Episodes()
