import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.comparability import parse
from evalrata.schemas.records import Instrument, Run, Where
from evalrata.schemas.versions import (
    build_key,
    comparable_groups,
    instrument_for,
    kind_of,
    label,
    names_a_build,
    normalise,
)

# r2 changed b, r3 everything, r4 nothing, r5 a and b.
TABLE = parse(
    b"""{"schema": "evalrata.comparability/1", "evaluators": [
      {"name": "grader", "domains": ["a", "b", "c"],
       "source": {"repository": "https://example.org", "commit": "0", "file": "F"},
       "releases": [
         {"version": "1", "date": "2025-01-01", "changed": []},
         {"version": "2", "date": "2025-02-01", "changed": ["b"]},
         {"version": "3", "date": null, "changed": "all"},
         {"version": "4", "date": "2025-04-01", "changed": []},
         {"version": "5", "date": "2025-05-01", "changed": ["a", "b"],
          "commit": "abcdef0123456789abcdef0123456789abcdef01"}],
       "builds": [
         {"commits": ["bbbbbbb1111111111111111111111111111111bb"], "release": "4"},
         {"commits": ["ccccccc1111111111111111111111111111111cc"], "release": "5",
          "domains": ["a"]}]},
      {"name": "drifter", "versioned": false,
       "source": {"repository": "https://example.org", "commit": "0", "file": "F"}}]}"""
)
CHANGED = {"1": "", "2": "b", "3": "abc", "4": "", "5": "ab"}


def evaluator(version=None, *, name="grader", **more):
    return Instrument(role="evaluator", name=name, version=version, **more)


def run(id_, *instruments):
    return Run(id=id_, format="x", where=Where(id_), instruments=instruments)


def groups(versions, domain):
    runs = [run(str(i), evaluator(v)) for i, v in enumerate(versions)]
    return comparable_groups(runs, domain, TABLE)


def same(a, b, domain="a"):
    first, second = build_key(a, domain, TABLE), build_key(b, domain, TABLE)
    return first is not None and first == second


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("0.1.3", "0.1.3"),
        (" v0.1.3\n", "0.1.3"),
        ("V0.1.3", "0.1.3"),
        ("v.2", "2"),
        ("v1.0.1+abc", "1.0.1+abc"),
        ("main", "main"),
        ("velvet", "velvet"),
        (None, None),
        ("", None),
        ("  ", None),
        ("Unknown", None),
        ("N/A", None),
    ],
)
def test_a_version_has_one_spelling_and_unknown_is_none(written, normal):
    assert normalise(written) == normal


@pytest.mark.parametrize(
    ("version", "kind"),
    [
        ("1.0.1", "release"),
        ("2025.11", "release"),
        ("1.0.0.post1", "release"),
        ("0.2.1-dev", "development"),
        ("1.0.dev3", "development"),
        ("1.0rc1", "development"),
        ("2.0-beta.2", "development"),
        ("1.0.1+abc", "development"),
        ("1.0.1-5-gabc1234", "development"),
        ("main", "development"),
        ("HEAD", "development"),
        ("a2c0247", "development"),
        ("a2c024725189473d2d7cea3a5cfdbcc67478e41f", "development"),
        ("20250612", "release"),
        ("original", "other"),
        ("facade", "other"),
    ],
)
def test_what_a_version_looks_like(version, kind):
    assert kind_of(version) == kind


def test_releases_are_comparable_until_one_changes_the_domain():
    versions = ["1", "v2", "3", "4", "5"]

    assert groups(versions, "a") == (("0", "1"), ("2", "3"), ("4",))
    assert groups(versions, "b") == (("0",), ("1",), ("2", "3"), ("4",))
    assert groups(versions, "c") == (("0", "1"), ("2", "3", "4"))


def test_without_a_domain_any_change_counts():
    assert groups(["1", "2", "3", "4"], "") == (("0",), ("1",), ("2", "3"))


def test_unknown_equals_nothing_not_even_itself():
    assert groups([None, "", "unknown", "n/a"], "a") == (("0",), ("1",), ("2",), ("3",))
    assert comparable_groups([run("x"), run("y")], "a", TABLE) == (("x",), ("y",))


def test_a_build_that_is_not_listed_is_comparable_only_to_itself():
    versions = ["0.9-dev", "1", "0.9-dev", "v0.9-dev", "7"]

    assert groups(versions, "c") == (("0", "2", "3"), ("1",), ("4",))


def test_a_domain_that_the_history_does_not_cover_keeps_versions_apart():
    assert groups(["1", "2", "1"], "elsewhere") == (("0", "2"), ("1",))


def test_different_evaluators_are_never_comparable():
    assert not same(evaluator("1"), evaluator("1", name="other"))
    assert not same(evaluator(commit="abc"), evaluator(commit="abc", name="other"))
    assert same(evaluator("1"), evaluator("1", name=" Grader"))


def test_a_commit_beside_a_listed_version_must_be_that_release_s():
    tagged = "abcdef0123456789abcdef0123456789abcdef01"

    assert same(evaluator("5"), evaluator("5", commit=tagged))
    assert same(evaluator("5"), evaluator("5", commit="ABCDEF0"))
    assert not same(evaluator("5"), evaluator("5", commit="abcde"))
    assert not same(evaluator("5"), evaluator("5", commit="1234567"))
    assert not same(evaluator("1"), evaluator("1", commit="1234567"))
    assert same(evaluator("1", commit="1234567"), evaluator("1", commit="1234567"))


def test_a_listed_commit_is_the_release_that_it_grades_like():
    tagged, like_4, like_5 = "abcdef0", "bbbbbbb1", "ccccccc1"

    assert same(evaluator(commit=tagged), evaluator("5"))
    assert same(evaluator("0.9-dev", commit=like_4), evaluator("4"))
    assert same(evaluator("3", commit=like_4), evaluator("4"), "b")
    assert same(evaluator("4", commit=like_5), evaluator("5"))
    assert not same(evaluator("4", commit=like_5), evaluator("4"))
    assert not same(evaluator(commit=like_5), evaluator("5"), "b")
    assert not same(evaluator(commit=like_5), evaluator("5"), "")
    assert same(evaluator(commit=like_4), evaluator("4"), "")
    assert not same(evaluator(commit=f"{like_4}-dirty"), evaluator("4"))
    assert not same(evaluator("4", commit=tagged), evaluator("5"))


def test_sha256_is_written_with_and_without_its_name():
    assert same(evaluator(digest="sha256:AA"), evaluator(digest="aa"))
    assert not same(evaluator(digest="md5:aa"), evaluator(digest="aa"))


def test_bare_commits_and_digests_are_equal_or_nothing():
    assert same(evaluator(commit="1234567"), evaluator(commit="1234567"))
    assert not same(evaluator(commit="1234567"), evaluator(commit="1234568"))
    assert same(evaluator(digest="aa"), evaluator(digest="aa"))
    assert not same(evaluator(digest="aa"), evaluator(commit="aa"))
    assert not same(evaluator(commit="unknown"), evaluator(commit="unknown"))


def test_the_version_of_an_unversioned_evaluator_says_nothing():
    drifter = {"name": "drifter"}

    assert not same(evaluator("0.1.0", **drifter), evaluator("0.1.0", **drifter))
    assert same(
        evaluator("0.1.0", commit="1234567", **drifter),
        evaluator(commit="1234567", **drifter),
    )


def test_the_evaluator_of_the_domain_wins_over_the_general_one():
    general, own = evaluator("1"), evaluator("5", domain="a")
    used = run("x", general, own)

    assert instrument_for(used, "evaluator", "a") is own
    assert instrument_for(used, "evaluator", "b") is general
    assert instrument_for(used, "judge", "a") is None


def test_of_two_evaluators_nobody_knows_which_graded():
    assert instrument_for(run("x", evaluator("1"), evaluator("5")), "evaluator") is None
    twice = evaluator("1", pointer="/a"), evaluator("1", pointer="/b")
    assert instrument_for(run("x", *twice), "evaluator") is twice[0]


def test_labels_name_what_is_known():
    full = evaluator("v1", commit="0123456789abcdef", digest="n/a", mode="strict")

    assert label(full) == "grader 1 commit 0123456789ab strict"
    assert label(evaluator("unknown")) == "grader"
    assert names_a_build(full)
    assert not names_a_build(evaluator("unknown", mode="strict"))


BUILDS = st.builds(
    evaluator,
    st.sampled_from(["1", "2", "3", "4", "5", "v4", "0.9-dev", "unknown", None]),
    commit=st.sampled_from([None, None, "abcdef0", "1234567"]),
    name=st.sampled_from(["grader", "grader", "drifter", "other"]),
)


@given(st.lists(BUILDS, max_size=8), st.sampled_from("abc"))
def test_the_groups_are_a_partition_in_order(builds, domain):
    runs = [run(str(i), b) for i, b in enumerate(builds)]
    found = comparable_groups(runs, domain, TABLE)

    assert sorted(id_ for group in found for id_ in group) == [r.id for r in runs]
    assert [g[0] for g in found] == sorted(g[0] for g in found)
    assert all(list(g) == sorted(g) for g in found)


@given(st.lists(st.sampled_from("12345"), max_size=8), st.sampled_from("abc"))
def test_two_releases_share_a_group_if_nothing_between_changed_it(versions, domain):
    found = groups(versions, domain)
    group_of = {id_: group for group in found for id_ in group}

    for i, a in enumerate(versions):
        for j, b in enumerate(versions):
            low, high = sorted((int(a), int(b)))
            changed = any(domain in CHANGED[str(r)] for r in range(low + 1, high + 1))
            assert (group_of[str(i)] is group_of[str(j)]) == (not changed)
