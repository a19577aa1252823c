"""Calls inside calls, and roll-ups above them: each clause of the definition."""

import pytest
from tests.schemas.root_usage.spans import bounds, call, kinds

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger


def test_a_tool_that_calls_a_model_is_a_call_of_its_own():
    spans = [call("a", None, (100, 20), "A"), call("b", "a", (30, 5), "B")]

    found = ledger(spans)

    assert bounds(found) == (155, 155)
    assert [b.response for b in found.billed] == ["A", "B"]


def test_a_second_id_around_a_call_is_that_call_or_another():
    """A router that makes ids anew, or a call whose tool made one just like it."""
    spans = [call("a", None, (100, 20), "A"), call("b", "a", (100, 20), "B")]

    found = ledger(spans)

    assert bounds(found) == (120, 240)
    (flag,) = found.flags
    assert (flag.kind, flag.spans) == ("id-differs", (0, 1))
    assert flag.values == {"responses": ["B", "A"], "usage": [100, 20]}
    assert [(b.response, b.certain) for b in found.billed] == [
        ("A", False),
        ("B", True),
    ]


def test_three_ids_inside_one_another_may_be_one_call_or_three():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (100, 20), "B"),
        call("c", "b", (100, 20), "C"),
    ]

    assert bounds(ledger(spans)) == (120, 360)


def test_a_second_id_around_a_cached_answer_bills_nothing_for_certain():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (100, 20), "B", cached=True),
    ]

    found = ledger(spans)

    assert found.root_low == {}
    assert found.root_high == {"m": Usage(100, 20)}


def test_seeing_both_ids_again_does_not_make_them_two_calls():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (100, 20), "B"),
        call("c", None, (100, 20), "A"),
        call("d", None, (100, 20), "B"),
    ]

    assert bounds(ledger(spans)) == (120, 240)


def test_a_retry_inside_a_wrapper_bills_both_attempts():
    spans = [
        call("w", None, (100, 20), "two"),
        call("1", "w", (90, 1), "one"),
        call("2", "w", (100, 20), "two"),
    ]

    assert bounds(ledger(spans)) == (211, 211)


def test_a_call_over_an_unequal_call_without_ids_is_not_decided():
    spans = [call("a", None, (100, 20)), call("b", "a", (80, 10))]

    found = ledger(spans)

    assert bounds(found) == (90, 210)
    assert kinds(found) == ["own-call"]


def test_an_own_roll_up_above_its_children_gives_bounds():
    spans = [
        call("r", None, (100, 20), kind="rollup"),
        call("c", "r", (60, 10)),
    ]

    found = ledger(spans)

    assert bounds(found) == (120, 190)
    assert kinds(found) == ["residual"]
    assert sorted(b.flags for b in found.billed) == [(), ("own-call",), ("residual",)]


def test_a_recorded_sum_above_its_children_gives_the_sum():
    sums = {"m": Usage(60, 10), "other": Usage(40, 10)}
    spans = [
        Call(id="r", kind="rollup", rollup=sums),
        call("c", "r", (60, 10)),
    ]

    found = ledger(spans)

    assert bounds(found) == (120, 120)
    assert found.root_low["other"] == Usage(40, 10)
    assert kinds(found) == ["residual"]


def test_a_recorded_sum_whose_models_do_not_match_keeps_the_rest_nameless():
    spans = [
        Call(
            id="r",
            kind="rollup",
            rollup={"x": Usage(50, 10), "y": Usage(50, 10)},
        ),
        call("c", "r", (60, 10)),
    ]

    found = ledger(spans)

    assert found.root_low == {"": Usage(40, 10), "m": Usage(60, 10)}


def test_a_recorded_sum_below_its_children_is_flagged_and_ignored():
    spans = [
        Call(id="r", kind="rollup", rollup={"m": Usage(10, 1)}),
        call("c", "r", (60, 10)),
    ]

    found = ledger(spans)

    assert bounds(found) == (70, 70)
    assert kinds(found) == ["below-children"]


def test_a_recorded_sum_of_nested_spans_bills_nothing_for_certain():
    spans = [
        Call(id="r", kind="rollup", rollup={"m": Usage(200, 40)}),
        call("w", "r", (100, 20), "A"),
        call("c", "w", (100, 20), "A"),
    ]

    found = ledger(spans)

    assert bounds(found) == (120, 240)
    assert kinds(found) == ["counts-nested"]


def test_a_roll_up_alone_stands_for_its_calls():
    spans = [
        Call(id="r", kind="rollup", rollup={"m": Usage(100, 20), "n": Usage(1, 1)}),
        call("c", "r"),
    ]

    found = ledger(spans)

    assert found.root_low == {"m": Usage(100, 20), "n": Usage(1, 1)}
    assert found.missing == ()


def test_a_call_equal_to_one_of_several_others_is_not_decided():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (100, 20), "B"),
        call("c", "a", (30, 5), "C"),
    ]

    assert bounds(ledger(spans)) == (155, 275)


def test_a_call_with_an_id_over_one_without_is_not_decided():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (30, 5), "B"),
        call("c", "a", (40, 5)),
    ]

    assert bounds(ledger(spans)) == (80, 200)


def test_an_own_roll_up_of_nested_spans_bills_nothing_for_certain():
    spans = [
        call("r", None, (200, 40), kind="rollup"),
        call("w", "r", (100, 20), "A"),
        call("c", "w", (100, 20), "A"),
    ]

    assert bounds(ledger(spans)) == (120, 360)


def test_a_recorded_sum_decides_over_own_usage():
    sums = {"m": Usage(100, 20)}
    below = call("c", "r", (60, 10))
    same = call("r", None, (100, 20), kind="rollup", rollup=sums)
    other = call("r", None, (500, 0), kind="rollup", rollup=sums)

    assert bounds(ledger([same, below])) == (120, 120)
    low, high = bounds(ledger([other, below]))
    assert low <= 120 < high


def test_parts_of_a_roll_up_do_not_count_as_its_response():
    spans = [
        call("r", None, (100, 20), "X", kind="rollup"),
        call("c", "r", (60, 10), "Y"),
    ]

    assert bounds(ledger(spans)) == (120, 190)


@pytest.mark.parametrize("said", [(110, 11), (120, 12)])
def test_a_sum_at_either_end_of_an_interval_says_nothing_new(said):
    spans = [
        Call(id="top", kind="rollup", rollup={"m": Usage(*said)}),
        call("r", "top", (10, 1)),
        call("a", "r", (50, 5)),
        call("b", "r", (60, 6)),
    ]

    found = ledger(spans)

    assert bounds(found) == (121, 132)
    assert kinds(found) == ["own-call"]


def test_roll_ups_of_unknown_traces_are_not_taken_as_cumulative():
    spans = [
        call(f"{i}", None, (50 * i, 0), kind="rollup", started=float(i))
        for i in (1, 2, 3)
    ]

    assert bounds(ledger(spans)) == (300, 300)
