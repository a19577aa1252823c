import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lint.comparing.paired import pair

from evalrata.lint.comparing.grouping_by import groups
from evalrata.schemas.errors import UsageError

UP, DOWN, PASS, FAIL = (0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)


def scores(group):
    """Before, after and change, each with its n."""
    found = group.scores
    return [(i.value, i.n) for i in (found.before, found.after, found.change)]


def test_runs_of_a_scaffold_and_model_are_one():
    pairs = [
        pair({"0": [PASS], "1": [UP]}, "a", scaffold="react", models=("m1",)),
        pair({"0": [UP], "1": [FAIL]}, "b", scaffold="react", models=("m1",)),
        pair({"0": [FAIL]}, "c", scaffold="react", models=("m2",)),
        pair({"0": [DOWN], "1": [PASS]}, "d", scaffold="code", models=("m1",)),
    ]
    found = groups(pairs, ("scaffold", "model"))
    assert [(g.key, g.rows) for g in found] == [
        ({}, ("a", "b", "c", "d")),
        ({"scaffold": "react"}, ("a", "b", "c")),
        ({"scaffold": "code"}, ("d",)),
        ({"scaffold": "react", "model": "m1"}, ("a", "b")),
        ({"scaffold": "code", "model": "m1"}, ("d",)),
        ({"scaffold": "react", "model": "m2"}, ("c",)),
    ]
    # Of 4 + 1 + 2 episodes, 3 pass before (a/0, d/0, d/1) and 4 after (a/0, a/1, b/0,
    # d/1).
    assert scores(found[0]) == [
        (pytest.approx(3 / 7), 7),
        (pytest.approx(4 / 7), 7),
        (pytest.approx(1 / 7), 7),
    ]
    assert scores(found[3]) == [(0.25, 4), (0.75, 4), (0.5, 4)]
    assert [found[3].scores.before.tasks, found[5].scores.before.tasks] == [2, 1]


def test_levels_that_part_no_runs_are_left_out():
    pairs = [
        pair({"0": [PASS]}, "a", scaffold="react", models=("m1",)),
        pair({"0": [UP]}, "b", scaffold="react", models=("m2",)),
    ]
    keys = [g.key for g in groups(pairs, ("scaffold", "model"))]
    assert keys == [
        {"scaffold": "react"},
        {"scaffold": "react", "model": "m1"},
        {"scaffold": "react", "model": "m2"},
    ]
    assert [g.key for g in groups(pairs[:1], ("scaffold",))] == [{"scaffold": "react"}]


def test_the_side_after_says_what_a_run_is_and_the_side_before_where_it_is_silent():
    before = {"agent": "old", "scaffold": "s", "benchmark": "b", "domains": ("y", "x")}
    runs = [pair({"0": [PASS]}, before=before, agent="new", models=("m2", "m1", "m2"))]
    by = ("agent", "scaffold", "benchmark", "domain", "model")
    (found,) = groups(runs, by)
    assert found.key == {
        "agent": "new",
        "scaffold": "s",
        "benchmark": "b",
        "domain": "x + y",
        "model": "m1 + m2",
    }


def test_runs_that_record_nothing_stand_alone_and_last_of_equals():
    pairs = [
        pair({"0": [PASS]}, "a"),
        pair({"0": [PASS]}, "b", models=("m",)),
        pair({"0": [PASS]}, "c"),
    ]
    _, named, *unnamed = groups(pairs, ("model",))
    assert (named.key, named.rows) == ({"model": "m"}, ("b",))
    assert [g.rows for g in unnamed] == [("a",), ("c",)]
    assert all(g.key == {"model": None} for g in unnamed)


def test_the_agent_is_the_scaffold_where_none_is_named():
    pairs = [
        pair({"0": [PASS]}, "a", agent="Tool Calling (m1)"),
        pair({"0": [PASS]}, "b", agent="Tool Calling (m2)"),
        pair({"0": [PASS]}, "c", scaffold="react", agent="Tool Calling (m1)"),
    ]
    found = groups(pairs, ("scaffold",))[1:]
    assert {g.key["scaffold"]: g.rows for g in found} == {
        "Tool Calling": ("a", "b"),
        "react": ("c",),
    }


def test_only_episodes_in_both_denominators_count():
    nan, infinite = float("nan"), float("inf")
    runs = [
        pair(
            {
                "0": [(1.0, 0.0)],
                "1": [(None, 1.0)],
                "2": [(1.0, None)],
                "3": [(nan, 1.0)],
                "4": [(1.0, infinite)],
            },
            models=("m",),
        )
    ]
    (found,) = groups(runs, ("model",))
    assert scores(found) == [(1.0, 1), (0.0, 1), (-1.0, 1)]


def test_episodes_that_were_not_matched_do_not_count():
    runs = pair({"0": [UP], "1": [FAIL]}, models=("m",))
    unmatched = type(runs)(before=runs.before, after=runs.after, matched=((0, 0),))
    (found,) = groups([unmatched], ("model",))
    assert scores(found) == [(0.0, 1), (1.0, 1), (1.0, 1)]


def test_a_group_without_episodes_is_named_and_last():
    pairs = [
        pair({"0": [(None, 1.0)]}, "a", models=("m1",)),
        pair({}, "b", models=("m2",)),
        pair({"0": [FAIL]}, "c", models=("m3",)),
    ]
    found = groups(pairs, ("model",))[1:]
    assert [g.key["model"] for g in found] == ["m3", "m1", "m2"]
    assert [g.scores is None for g in found] == [False, True, True]


def test_one_task_id_in_two_domains_is_two_tasks():
    pairs = [
        pair({"0": [PASS]}, "a", benchmark="b", domains=("airline",)),
        pair({"0": [FAIL]}, "b", benchmark="b", domains=("retail",)),
        pair({"0": [FAIL]}, "c", benchmark="b", domains=("retail",)),
    ]
    (found,) = groups(pairs, ("benchmark",))
    assert (found.scores.after.n, found.scores.after.tasks) == (3, 2)


def test_a_change_within_re_run_noise_is_not_resolved():
    # Ten tasks, two trials each; one episode flips, the trials of five tasks differ.
    results = {str(t): [(1.0, 1.0), (float(t % 2),) * 2] for t in range(10)}
    results["1"] = [DOWN, PASS]
    (found,) = groups([pair(results, models=("m",))], ("model",))
    assert found.scores.change.value == pytest.approx(-1 / 20)
    # Before: 5 cells of variance 1/2, V = 5 * 2 * 1/2 / 400 = 1/80; after: 6, 6/400;
    # t(10) = 2.228139: 2.228139 * sqrt(11/400) = 0.36949.
    assert found.scores.noise == pytest.approx(0.36949, abs=1e-5)
    assert found.scores.resolved is False


def test_a_change_beyond_it_is():
    results = {str(t): [DOWN, DOWN] for t in range(9)} | {"9": [PASS, FAIL]}
    (found,) = groups([pair(results, models=("m",))], ("model",))
    # V = 2 * 1/2 / 400 on either side: 2.228139 * sqrt(2/400) = 0.15755 < 18/20.
    assert found.scores.noise == pytest.approx(0.15755, abs=1e-5)
    assert found.scores.resolved is True


def test_one_trial_each_leaves_it_unknown():
    runs = [pair({str(t): [DOWN] for t in range(50)}, models=("m",))]
    (found,) = groups(runs, ("model",))
    assert (found.scores.noise, found.scores.resolved) == (None, None)


def test_trials_are_those_of_one_run():
    pairs = [pair({"0": [PASS]}, row, models=("m",)) for row in "ab"]
    (found,) = groups(pairs, ("model",))
    assert (found.scores.after.n, found.scores.noise) == (2, None)


def test_results_beyond_shares_have_no_ends():
    (found,) = groups([pair({"0": [(3.0, 7.0)]}, models=("m",))], ("model",))
    change = found.scores.change
    assert (change.value, change.low, change.high) == (4.0, None, None)


def test_nothing_to_put_together():
    assert groups([pair({"0": [PASS]})], ()) == ()
    assert groups([], ("model",)) == ()


def test_an_unknown_name_is_refused_with_those_known():
    with pytest.raises(UsageError, match="'colour': use scaffold, model, agent, bench"):
        groups([], ("model", "colour"))


def test_a_name_given_twice_is_one():
    runs = [pair({"0": [PASS]}, models=("m",))]
    assert groups(runs, ("model", "model")) == groups(runs, ("model",))


MODELS = st.sampled_from([(), ("m1",), ("m2",), ("m1", "m2")])
RESULT = st.sampled_from([0.0, 0.5, 1.0])
TRIALS = st.lists(st.tuples(RESULT, RESULT), min_size=1, max_size=3)
RUNS = st.lists(
    st.tuples(MODELS, st.dictionaries(st.sampled_from("abcd"), TRIALS)), max_size=5
)


@settings(max_examples=30)
@given(RUNS)
def test_each_level_holds_every_run_and_episode_once(runs):
    pairs = [pair(res, f"r{i}", models=models) for i, (models, res) in enumerate(runs)]
    flat = [both for _, res in runs for trials in res.values() for both in trials]
    levels = {}
    for group in groups(pairs, ("model",)):
        levels.setdefault(tuple(group.key), []).append(group)
    assert bool(levels) is bool(runs)
    for level in levels.values():
        rows = sorted(row for group in level for row in group.rows)
        assert rows == sorted(p.after.id for p in pairs)
        scored = [group.scores for group in level if group.scores]
        assert sum(s.after.n for s in scored) == len(flat)
        passed = sum(s.after.value * s.after.n for s in scored)
        assert passed == pytest.approx(sum(after for _, after in flat))
        for s in scored:
            assert s.change.value == pytest.approx(s.after.value - s.before.value)
            assert s.change.low <= s.change.value <= s.change.high
