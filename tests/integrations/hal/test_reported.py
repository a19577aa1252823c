import pytest

from evalrata.integrations.hal.header import Results
from evalrata.integrations.hal.reported import not_finite, reported_of
from evalrata.schemas.records import Reported, Usage


def usage(**counts):
    return reported_of(Results(), {"total_usage": {"a/b": counts}}, None)


def test_cache_reads_are_inside_the_prompt_and_cache_writes_beside_it():
    reported = usage(
        prompt_tokens=100,
        completion_tokens=20,
        cache_read_input_tokens=60,
        cache_creation_input_tokens=10,
    )

    assert reported.usage == {
        "a/b": Usage(input=110, output=20, cache_read=60, cache_write=10)
    }
    assert reported.usage_pointers == {
        "a/b": {
            "output": "/total_usage/a~1b/completion_tokens",
            "cache_read": "/total_usage/a~1b/cache_read_input_tokens",
            "cache_write": "/total_usage/a~1b/cache_creation_input_tokens",
        }
    }


def test_without_cache_writes_the_input_has_a_place():
    reported = usage(prompt_tokens=100, completion_tokens=20)

    assert reported.usage == {"a/b": Usage(input=100, output=20)}
    assert reported.usage_pointers["a/b"]["input"] == "/total_usage/a~1b/prompt_tokens"


def test_counts_that_are_no_counts_are_not_recorded():
    assert usage(prompt_tokens="5", completion_tokens=1.5).usage == {"a/b": Usage()}
    assert usage(prompt_tokens=float("nan")).usage == {"a/b": Usage()}
    assert usage(prompt_tokens=5.0).usage == {"a/b": Usage(input=5)}


@pytest.mark.parametrize("total", [None, {}, [], 5, {"m": 5}])
def test_no_totals_are_none(total):
    assert reported_of(Results(), {"total_usage": total}, None) == Reported()


@pytest.mark.parametrize(
    ("inner", "outer", "cost", "pointer", "copies"),
    [
        (0.5, 0.5, 0.5, "/results/total_cost", ("/total_cost",)),
        (0.5, 0.6, 0.5, "/results/total_cost", ()),
        (None, 0.6, 0.6, "/total_cost", ()),
        (0, None, 0.0, "/results/total_cost", ()),
        ("1", None, None, "/total_cost", ()),
        (None, None, None, "/results/total_cost", ()),
    ],
)
def test_costs(inner, outer, cost, pointer, copies):
    found = reported_of(Results(total_cost=inner), {"total_cost": outer}, None)

    assert (found.cost, found.cost_pointer, found.cost_copies) == (
        cost,
        pointer,
        copies,
    )


def test_a_total_cost_that_is_not_there_has_no_place():
    found = reported_of(Results(), {}, None)

    assert (found.cost, found.cost_pointer) == (None, None)


@pytest.mark.parametrize(
    ("inner", "outer", "others"),
    [
        (0.5, 0.6, {"/total_cost": 0.6}),
        (0.5, 0.5, None),
        (0.5, None, None),
        (float("nan"), float("nan"), None),
        (float("inf"), 0.5, {"/total_cost": 0.5}),
    ],
)
def test_costs_that_contradict_one_another_are_kept(inner, outer, others):
    found = reported_of(Results(total_cost=inner), {"total_cost": outer}, None)

    assert found.cost_others == others


def test_scores_are_numbers():
    assert reported_of(Results(accuracy=1), {}, "accuracy").score == 1.0
    assert reported_of(Results(accuracy=True), {}, "accuracy").score is None
    assert reported_of(Results(accuracy="0.5"), {}, "accuracy").score is None
    assert reported_of(Results(accuracy=0.5), {}, None).score is None
    assert reported_of(Results(accuracy=10**400), {}, "accuracy").score == float("inf")


def test_lists_of_tasks_are_text():
    found = reported_of(Results(successful_tasks=[1, "b"], failed_tasks={}), {}, None)

    assert (found.passed, found.failed) == (("1", "b"), None)
    assert (found.passed_pointer, found.failed_pointer) == (
        "/results/successful_tasks",
        None,
    )


def test_token_totals_that_are_no_numbers_are_named():
    total = {"a/b": {"prompt_tokens": float("nan"), "completion_tokens": 5}, "c": 1}

    assert not_finite(total) == ["/total_usage/a~1b/prompt_tokens"]
    assert not_finite(None) == []
