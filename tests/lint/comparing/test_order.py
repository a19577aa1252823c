import pytest
from tests.lint.comparing.paired import pair

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.grouping_by import groups
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.order import order_changes


def run(model, before, after, of=10, **fields):
    """One trial of ``of`` tasks, the first ``before`` and ``after`` of them passed."""
    results = {str(t): [(float(t < before), float(t < after))] for t in range(of)}
    return pair(results, f"run of {model}", models=(model,), **fields)


def changes(pairs, by=("model",)):
    return order_changes(groups(pairs, by), pairs)


def test_one_that_was_above_is_below():
    pairs = [run("m1", 8, 2), run("m2", 5, 6), run("m3", 7, 7)]
    # Before m1 8, m3 7, m2 5; after m3 7, m2 6, m1 2: m1 falls below both.
    found = changes(pairs)
    assert [(c.above_before["model"], c.above_after["model"]) for c in found] == [
        ("m1", "m3"),
        ("m1", "m2"),
    ]
    assert (found[1].gap_before, found[1].gap_after) == pytest.approx((0.3, 0.4))
    assert found[1].resolved is None


@pytest.mark.parametrize(("before", "after"), [(5, 4), (8, 6), (5, 6)])
def test_a_tie_on_either_side_is_no_change_of_places(before, after):
    assert changes([run("m1", before, after), run("m2", 5, 6)]) == ()


def test_groups_without_a_common_task_have_no_order():
    air, retail = {"domains": ("airline",)}, {"domains": ("retail",)}
    pairs = [run("m1", 8, 2, **air), run("m2", 5, 6, **retail)]
    assert changes(pairs) == ()
    pairs = [run("m1", 8, 2, **air), run("m2", 5, 6, **air)]
    assert len(changes(pairs)) == 1


def test_groups_of_one_level_alone_are_compared():
    # Over all: 13 of 20 before, 8 of 20 after; m1 is above that before and below after.
    pairs = [run("m1", 8, 2), run("m2", 5, 6)]
    assert len(groups(pairs, ("model",))) == 3
    assert [c.above_before for c in changes(pairs)] == [{"model": "m1"}]


def test_a_group_without_episodes_is_in_no_order():
    pairs = [run("m1", 8, 2), pair({"0": [(None, 1.0)]}, "b", models=("m2",))]
    assert changes(pairs) == ()
    assert order_changes((), ()) == ()


def repeated(model, before, after):
    """Ten tasks in two trials; a pass fails in one trial of task 0 alone."""
    results = {
        str(t): [(float(t < before), float(t < after))] * 2 for t in range(1, 11)
    }
    results["0"] = [(1.0, 1.0), (0.0, 0.0)]
    return pair(results, model, models=(model,))


def test_gaps_beyond_re_run_noise_are_resolved():
    # V = 2 * 1/2 / 22**2 on either side; t(11) = 2.200985: noise 0.141484 each, and
    # 0.200088 of the difference.  Gaps 4 * 2/22 = 0.364, then 2 * 2/22 = 0.182.
    first, second = repeated("m1", 8, 4), repeated("m2", 4, 8)
    (found,) = changes([first, second])
    assert (found.gap_before, found.gap_after) == pytest.approx((4 / 11, 4 / 11))
    assert found.resolved is True
    (found,) = changes([first, repeated("m2", 4, 6)])
    assert found.gap_after == pytest.approx(2 / 11)
    assert found.resolved is False


def test_noise_that_is_not_known_resolves_nothing():
    (found,) = changes([repeated("m1", 8, 2), run("m2", 5, 6)])
    assert found.resolved is None


def test_27_runs_that_turn_around_are_351_pairs():
    pairs = [run(f"m{i:02}", i, 27 - i, of=27) for i in range(27)]
    found = changes(pairs)
    assert len(found) == 27 * 26 // 2 == 351


def test_all_pairs_of_27_runs_are_compared_in_the_column():
    # Run i passes i of 27 tasks before and 27 - i after: every pair is inverted.
    pairs = [run(f"m{i:02}", i, 27 - i, of=27) for i in range(27)]
    renamed = tuple((p.before.id, p.after.id) for p in pairs)
    found = compare(
        [p.before for p in pairs],
        [p.after for p in pairs],
        Options(by=("model",), renamed=renamed),
    ).diff
    (column,) = found.columns
    assert (column.mixed.pairs, column.mixed.inversions) == (351, 351)
    assert len(found.order_changes) == 351
    # No side names the build of its evaluator: which rows were re-scored is unknown.
    assert (column.pairs, len(column.unknown)) == (0, 27)
