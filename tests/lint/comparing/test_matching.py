import pytest
from msgspec import structs
from tests.lint.comparing.boards import row
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.matching import match_runs
from evalrata.lint.comparing.options import Options
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Rescoring, Where


def run(id_, *ids, **fields):
    """A run with an episode for each of ``ids``."""
    episodes = [episode(f"t{i}", 1.0, id=name) for i, name in enumerate(ids)]
    return kept(episodes, id_, **fields)


def matched(before, after, **options):
    found = match_runs(before, after, Options(**options))
    return [(a.id, b.id, how) for a, b, how in found.pairs]


SELF = {"agent": "tools", "models": ("m",), "scaffold": "s", "date": "2026-01-01"}


def test_runs_of_one_name_are_the_same():
    assert matched([run("a"), run("b")], [run("b"), run("c"), run("a")]) == [
        ("b", "b", "id"),
        ("a", "a", "id"),
    ]


def test_what_has_no_counterpart_left_or_entered():
    found = match_runs([run("a"), run("b")], [run("b"), run("c")], Options())

    assert [k.id for k in found.left] == ["a"]
    assert [k.id for k in found.entered] == ["c"]


def test_a_name_that_a_side_has_twice_matches_nothing_and_is_noted():
    found = match_runs([run("a"), run("a")], [run("a"), run("b")], Options())

    assert found.pairs == ()
    (note,) = found.notes
    assert note.startswith("a have the same id")


def test_a_table_tells_rows_of_one_name_apart():
    before = [row("a", board="x", retail=0.1), row("a", board="y", retail=0.2)]
    after = [row("a", board="y", retail=0.3), row("a", board="x", retail=0.4)]

    found = match_runs(before, after, Options())

    assert [(a.entry.run.board, b.entry.run.board) for a, b, _ in found.pairs] == [
        ("y", "y"),
        ("x", "x"),
    ]


def test_the_only_run_of_each_side_is_the_same():
    assert matched([run("old.json")], [run("new.json")]) == [
        ("old.json", "new.json", "alone")
    ]


def test_a_third_run_leaves_no_run_alone():
    assert matched([run("a")], [run("b"), run("c")]) == []


def test_rows_of_a_table_are_not_the_same_for_being_alone():
    assert matched([row("a", retail=0.1)], [row("b", retail=0.1)]) == []


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ({"benchmark": "x"}, {"benchmark": "y"}, "x before, y after"),
        ({"domains": ("x",)}, {"domains": ("y", "z")}, "x before, y and z after"),
    ],
)
@pytest.mark.parametrize("names", [("a", "a"), ("a", "b")])
def test_runs_of_other_benchmarks_or_domains_are_not_the_same(one, other, why, names):
    found = match_runs([run(names[0], **one)], [run(names[1], **other)], Options())

    assert found.pairs == ()
    assert why in found.notes[0]


def test_runs_that_share_most_episodes_are_the_same():
    # Of the smaller one, 2 of 3; the third run shares 1 of 2, which is not most.
    before = [run("a", "1", "2", "3"), run("b", "8", "9")]
    after = [run("updated_b", "9", "7"), run("updated_a", "2", "1", "5", "6")]

    assert matched(before, after) == [("a", "updated_a", "episodes")]


def test_two_runs_that_share_as_many_episodes_match_nothing():
    before = [run("a", "1", "2"), run("b", "3")]
    after = [run("x", "1", "2"), run("y", "1", "2")]

    assert matched(before, after) == []


def test_the_best_of_several_is_the_same():
    before = [run("a", "1", "2", "3"), run("b", "4")]
    after = [run("x", "1", "2", "9"), run("y", "1", "2", "3")]

    assert matched(before, after) == [("a", "y", "episodes")]


def test_an_id_that_many_runs_have_is_no_episodes_own():
    before = [run(f"a{i}", "1") for i in range(17)] + [run("b", "2")]

    assert matched(before, [run("x", "1"), run("y", "2")]) == [("b", "y", "episodes")]


def test_runs_of_other_models_are_not_the_same_for_equal_ids():
    before = [run("a", "1", "2", models=("m",)), run("b")]
    after = [run("x", "1", "2", models=("n",)), run("y")]

    assert matched(before, after) == []


def test_agent_models_scaffold_and_date_together_tell_a_row():
    before = [run("a", **SELF), run("b", **{**SELF, "models": ("n",)})]
    after = [run("x", **{**SELF, "models": ("n",)}), run("y")]

    assert matched(before, after) == [("b", "x", "identity")]
    assert matched(before, after, infer_renamed=False) == []


@pytest.mark.parametrize("absent", sorted(SELF))
def test_what_is_not_recorded_tells_nothing(absent):
    known = {k: v for k, v in SELF.items() if k != absent}

    assert matched([run("a", **known), run("b")], [run("x", **known), run("y")]) == []


def test_domains_tell_rows_of_one_agent_apart():
    before = [run("a", **SELF, domains=("d",)), run("b", **SELF, domains=("e",))]
    after = [run("x", **SELF, domains=("e",)), run("y", **SELF, domains=("d",))]

    assert matched(before, after) == [("b", "x", "identity"), ("a", "y", "identity")]


def test_rows_that_share_an_identity_match_nothing_and_are_noted():
    before = [run("a", **SELF), run("b", **SELF)]
    after = [run("x", **SELF), run("y")]

    found = match_runs(before, after, Options())

    assert found.pairs == ()
    (note,) = found.notes
    assert note == (
        "a, b, x have the same agent, model, scaffold and date: which is which is not "
        "known, and they are compared with nothing; say it with --rename"
    )


def test_what_the_caller_says_comes_first():
    before, after = [run("a"), run("b")], [run("a"), run("b")]

    assert matched(before, after, renamed=(("a", "b"),)) == [("a", "b", "given")]


@pytest.mark.parametrize(
    ("renamed", "message"),
    [
        ((("no", "a"),), "no run of the before side is called 'no'; there are a, b"),
        ((("a", "no"),), "no run of the after side is called 'no'; there are a, c"),
        ((("a", "c"),), "2 runs of the after side are called 'c'"),
        ((("a", "a"), ("b", "a")), "renamed twice"),
    ],
)
def test_a_name_that_is_not_one_run_is_an_error(renamed, message):
    before, after = [run("a"), run("b")], [run("a"), run("c"), run("c")]

    with pytest.raises(UsageError, match=message):
        match_runs(before, after, Options(renamed=renamed))


def test_runs_that_name_other_models_are_compared_with_a_note():
    found = match_runs([run("a", models=("m",))], [run("a", models=("n",))], Options())

    assert found.notes == ("a names n, and its before side m",)


def test_a_run_is_matched_once():
    same = run("a", "1", **SELF)
    other = run("b", "1", **SELF)

    assert matched([same, other], [same, other]) == [
        ("a", "a", "id"),
        ("b", "b", "id"),
    ]


A, B = {"agent": "a", "model": "m"}, {"agent": "b", "model": "m"}


def test_runs_of_a_table_are_the_same_whatever_graded_them():
    before = [run("old/a/m/1.0", labels=A), run("old/b/m/1.0", labels=B)]
    after = [run("new/b/m/1.1", labels=B), run("new/a/m/1.1", labels=A)]

    assert matched(before, after) == [
        ("old/b/m/1.0", "new/b/m/1.1", "labels"),
        ("old/a/m/1.0", "new/a/m/1.1", "labels"),
    ]
    assert matched(before, after, infer_renamed=False) == []


def test_labels_that_a_side_has_twice_match_in_files_of_one_name_alone():
    def two(version):
        return [
            run(f"{name}/{version}", labels=A, where=Where(f"{version}/{name}.csv"))
            for name in ("x", "y")
        ]

    assert matched(two("1.0"), two("1.1")) == [
        ("x/1.0", "x/1.1", "labels"),
        ("y/1.0", "y/1.1", "labels"),
    ]
    twice = [run("a/m/1.0", labels=A), run("a/m/2.0", labels=A)]
    found = match_runs(twice, [run("a/m/1.1", labels=A), run("z")], Options())
    assert found.pairs == ()
    assert (
        "a/m/1.0, a/m/1.1, a/m/2.0 have the same labels beside the evaluator"
        in found.notes[0]
    )


def test_runs_of_other_benchmarks_are_not_the_same_by_their_labels():
    before = [run("1", labels=A, benchmark="one"), run("z")]
    found = match_runs(
        before, [run("2", labels=A, benchmark="two"), run("y")], Options()
    )
    assert found.pairs == ()


def numbered(id_, *ids, place=None, **fields):
    """One of several runs whose file calls them ``run``."""
    return structs.replace(run(id_, *ids, **fields), named="run", place=place)


def test_a_number_is_no_name():
    before = [numbered("run"), numbered("run#2")]
    after = [numbered("run"), numbered("run#2")]

    found = match_runs(before, after, Options())

    assert found.pairs == ()
    (note,) = found.notes
    assert note.startswith("run, run#2 have the same id: which is which is not known")


def test_a_namesake_that_is_left_over_is_not_what_is_left_over_there():
    before = [
        numbered("run", place="m1", **SELF),
        numbered("run#2", place="m2", **SELF),
    ]
    after = [numbered("run", place="m0", **SELF), numbered("run#2", place="m2", **SELF)]

    assert matched(before, after) == [("run#2", "run#2", "id")]


def test_one_run_is_not_one_of_two_for_its_name_or_for_being_left():
    before = [numbered("run", place="m1"), numbered("run#2", place="m2")]

    assert matched(before, [numbered("run", place="m2")]) == [("run#2", "run", "id")]
    assert matched(before, [numbered("run", place="m3")]) == []


def test_namesakes_are_told_apart_by_their_episodes():
    before = [numbered("run", "1", "2"), numbered("run#2", "3", "4")]
    after = [numbered("run", "3", "4"), numbered("run#2", "1", "2")]

    assert matched(before, after) == [
        ("run#2", "run", "episodes"),
        ("run", "run#2", "episodes"),
    ]


def test_namesakes_are_told_apart_by_what_was_scored_again():
    before = [numbered("run", digest="d1"), numbered("run#2", digest="d2")]
    after = [
        numbered("run", rescoring=Rescoring(of="d2")),
        numbered("run#2", rescoring=Rescoring(of="d1")),
    ]

    assert matched(before, after) == [
        ("run#2", "run", "file"),
        ("run", "run#2", "file"),
    ]


def test_the_file_that_was_scored_again_says_more_than_an_id():
    before = [run("r", digest="d2")]
    after = [
        run("r", rescoring=Rescoring(of="d1")),
        run("r#2", rescoring=Rescoring(of="d2")),
    ]

    assert matched(before, after) == [("r", "r#2", "file")]


def test_a_run_is_not_compared_with_the_rescore_of_another_of_its_side():
    before = [run("r", digest="d2"), run("s", digest="d1")]
    after = [run("r", rescoring=Rescoring(of="d1")), run("s")]
    found = match_runs(before, after, Options())

    assert [(a.id, b.id, how) for a, b, how in found.pairs] == [("s", "r", "file")]
    assert [k.id for k in found.left] == ["r"]
    assert [k.id for k in found.entered] == ["s"]


def test_a_rescore_of_a_file_that_is_on_neither_side_is_noted():
    before = [run("r", digest="b" * 64)]
    after = [run("r", rescoring=Rescoring(of="a" * 64))]
    found = match_runs(before, after, Options())

    assert len(found.pairs) == 1
    assert found.notes == (
        (
            f"r says that it re-scored a file with the digest {'a' * 12}, which is not "
            f"that of r ({'b' * 12})"
        ),
    )


def test_what_the_caller_says_of_namesakes_leaves_the_other():
    before = [numbered("run"), numbered("run#2")]
    after = [numbered("run"), numbered("run#2")]

    assert matched(before, after, renamed=(("run", "run#2"),)) == [
        ("run#2", "run", "id"),
        ("run", "run#2", "given"),
    ]


def test_an_id_is_not_enough_where_models_differ():
    before = [run("a", models=("m",)), run("b")]
    after = [run("a", models=("n",)), run("b")]

    found = match_runs(before, after, Options())

    assert [(a.id, b.id) for a, b, _ in found.pairs] == [("b", "b")]
    (note,) = found.notes
    assert note == (
        "a is not compared with a: m before, n after; if they are the same, say it "
        "with --rename"
    )
    assert len(matched(before, after, renamed=(("a", "a"),))) == 2


def test_a_row_of_one_table_stays_the_row_under_another_model():
    before = [row("a", retail=0.1, models=("m",)), row("b", retail=0.2)]
    after = [row("a", retail=0.1, models=("n",)), row("b", retail=0.2)]

    assert len(matched(before, after)) == 2


def test_an_id_is_not_enough_where_no_episode_is_the_same():
    before = [run("a", "u1", "u2"), run("b")]
    after = [run("a", "v1", "v2"), run("b")]

    found = match_runs(before, after, Options())

    assert [(a.id, b.id) for a, b, _ in found.pairs] == [("b", "b")]
    assert "a is not compared with a: none of their episodes" in found.notes[0]
    made_of_tasks = [run("a", "t0-0", "t1-0"), run("b")]
    assert len(matched(made_of_tasks, [run("a", "t0-1", "t1-1"), run("b")])) == 2
