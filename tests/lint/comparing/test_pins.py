import pytest
from tests.lint.comparing.boards import evaluator

from evalrata.lint.comparing.pins import evaluator_changed, row_diff, shared_domains
from evalrata.schemas.comparability import Comparability, Evaluator, Release, Source
from evalrata.schemas.records import Declaration, Instrument, Run, Where


def run(*instruments, domains=(), **fields):
    return Run(
        id="r",
        format="t",
        where=Where("f"),
        domains=domains,
        instruments=instruments,
        **fields,
    )


TASKS = Instrument(role="task_data", name="tau2-bench", digest="sha256:1")
ABC, DEF = "abc" * 13 + "a", "def" * 13 + "d"


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ({"version": "1.0.0"}, {"version": "1.0.1"}, True),
        ({"version": "v1.0.0"}, {"version": "1.0.0"}, False),
        ({"version": "1.0.0"}, {"version": None}, None),
        ({"version": "unknown"}, {"version": "unknown"}, None),
        ({"commit": ABC}, {"commit": ABC.upper()}, False),
        (
            {"version": "1.0.0", "commit": ABC},
            {"version": "1.0.0", "commit": DEF},
            True,
        ),
        ({"version": "1.0.0", "commit": ABC}, {"version": "1.0.0"}, None),
        ({"version": "1.0.0", "commit": ABC}, {"commit": ABC}, False),
        ({"version": "1.0.0"}, {"commit": ABC}, None),
        ({"digest": "sha256:1"}, {"digest": "sha256:2"}, True),
    ],
)
def test_a_build_is_another_if_a_part_that_both_name_is(before, after, changed):
    one, other = run(evaluator(**before)), run(evaluator(**after))

    assert evaluator_changed(one, other, ("",)) is changed
    assert evaluator_changed(other, one, ("",)) is changed


def test_another_evaluator_is_another_build():
    other = Instrument(role="evaluator", name="tau-bench", version="1.0.0")

    assert evaluator_changed(run(evaluator("1.0.0")), run(other), ("",)) is True


def test_one_domain_that_changed_is_a_change_whatever_is_not_known_of_another():
    before = run(evaluator("1", domain="a"), domains=("a", "b"))
    after = run(evaluator("2", domain="a"), domains=("a", "b"))

    assert evaluator_changed(before, after, ("a", "b")) is True
    assert evaluator_changed(before, before, ("a", "b")) is None


def test_several_builds_for_one_domain_are_not_known():
    several = run(evaluator("1"), evaluator("2"))

    assert evaluator_changed(several, several, ("",)) is None


@pytest.mark.parametrize(
    ("before", "after", "shared"),
    [
        (("a", "b"), ("b", "c"), ("b",)),
        ((), ("b",), ("b",)),
        (("a",), (), ("a",)),
        ((), (), ("",)),
    ],
)
def test_domains_are_those_of_both_or_of_the_one_that_names_some(before, after, shared):
    assert shared_domains(run(domains=before), run(domains=after)) == shared


def test_a_row_keeps_what_graded_it_on_each_side():
    before, after = run(evaluator("1.0.0"), TASKS), run(evaluator("1.0.1"))

    found = row_diff(before, after, "id")

    assert found.pins_before.evaluator == (evaluator("1.0.0"),)
    assert found.pins_before.task_data == (TASKS,)
    assert found.pins_after.task_data == ()


TABLE = Comparability(
    schema="evalrata.comparability/1",
    evaluators=(
        Evaluator(
            name="tau2-bench",
            source=Source(repository="r", commit="c", file="f"),
            domains=("a", "b"),
            releases=(
                Release(version="1", date=None, changed=()),
                Release(version="2", date=None, changed=("a",)),
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    ("versions", "domains", "comparable", "changed"),
    [
        (("1", "2"), ("b",), True, ()),
        (("1", "2"), ("a", "b"), False, ("a",)),
        (("1", "2"), (), False, ()),  # any domain may be meant, and none is named
        (("1", "1"), ("a",), True, ()),
        (("1", None), ("a",), None, ()),
        (("1", "2.dev1"), ("a",), None, ()),  # the table says nothing of it
        (("2.dev1", "2.dev1"), ("a",), True, ()),  # one build, whatever the table says
        (("1", "2"), ("c",), None, ()),  # the table says nothing of the domain
        (("1", "2.dev1"), ("a", "b"), None, ()),
    ],
)
def test_the_table_says_which_domains_changed(versions, domains, comparable, changed):
    before, after = (run(evaluator(v), domains=domains) for v in versions)

    found = row_diff(before, after, "id", TABLE)

    assert (found.comparable, found.domains_changed) == (comparable, changed)


def test_sentences_of_the_after_side_that_declare_a_rescore_are_quoted():
    said = Declaration(kind="rescore", text="Re-scored.", pointer="/notes")
    other = Declaration(kind="other", text="Hello.", pointer="/notes")

    found = row_diff(run(declarations=(other,)), run(declarations=(other, said)), "id")

    assert found.declared == ("Re-scored.",)
    assert row_diff(run(declarations=(said,)), run(), "id").declared == ()
