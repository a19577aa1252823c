"""Each clause of the definition, and what hostile links do to it."""

import pytest

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger


def call(id, parent=None, usage=None, response=None, **more):  # noqa: A002 - as the record calls it
    return Call(
        id=id,
        parent=parent,
        usage=None if usage is None else Usage(*usage),
        response=response,
        **{"kind": "call", "model": "m", **more},
    )


def bounds(found):
    low = tokens.add(found.root_low.values())
    high = tokens.add(found.root_high.values())
    return tokens.total(low), tokens.total(high)


def kinds(found):
    return sorted({f.kind for f in found.flags})


def test_a_tool_that_calls_a_model_is_a_call_of_its_own():
    spans = [call("a", None, (100, 20), "A"), call("b", "a", (30, 5), "B")]

    found = ledger(spans)

    assert bounds(found) == (155, 155)
    assert [b.response for b in found.billed] == ["A", "B"]


def test_a_regenerated_id_around_one_call_is_that_call():
    spans = [call("a", None, (100, 20), "A"), call("b", "a", (100, 20), "B")]

    found = ledger(spans)

    assert bounds(found) == (120, 120)
    assert kinds(found) == ["id-differs"]


def test_either_id_of_a_call_joins_it_with_another_trace():
    spans = [
        call("a", None, (100, 20), "A"),
        call("b", "a", (100, 20), "B"),
        call("c", None, (100, 20), "A"),
        call("d", None, (100, 20), "B"),
    ]

    assert bounds(ledger(spans)) == (120, 120)


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


def test_different_usage_of_one_id_across_traces_takes_the_larger():
    spans = [call("a", None, (100, 1), "X"), call("b", None, (90, 20), "X")]

    found = ledger(spans)

    assert found.root_low == {"m": Usage(100, 20)}
    assert kinds(found) == ["repeated-id", "usage-differs"]


@pytest.mark.parametrize(("uses", "expected"), [(3, (10, 10)), (4, (10, 40))])
def test_an_id_used_at_many_separate_times_says_nothing(uses, expected):
    spans = [
        call(f"c{i}", None, (8, 2), "chatcmpl-mock", started=i, ended=i + 0.5)
        for i in range(uses)
    ]

    found = ledger(spans)

    assert bounds(found) == expected
    assert ("constant-id" in kinds(found)) == (uses > 3)
    assert ("replay" in kinds(found)) == (uses <= 3)


@pytest.mark.parametrize(
    "times",
    [
        [(0, 1), (1, 2), (2, 3), (3, 4)],
        [(0, 1), (0.5, 1.5), (3, 4), (5, 6)],
    ],
    ids=["they touch", "three are apart"],
)
def test_four_uses_that_are_not_all_apart_are_replays(times):
    spans = [
        call(f"c{i}", None, (8, 2), "X", started=a, ended=b)
        for i, (a, b) in enumerate(times)
    ]

    assert bounds(ledger(spans)) == (10, 10)


def test_wrapper_and_provider_use_an_id_once_however_their_times_lie():
    spans = [
        call(f"{n}{i}", f"w{i}" if n == "p" else None, (8, 2), "X", started=t, ended=t)
        for i in (0, 1)
        for n, t in (("w", 10 * i), ("p", 10 * i + 2))
    ]

    found = ledger(spans)

    assert bounds(found) == (10, 10)
    assert "constant-id" not in kinds(found)


def test_twins_last():
    """Clocks that tick in seconds give parallel calls one time without any length."""
    spans = [call(r, "p", (8, 2), r, started=1.0, ended=1.0) for r in ("A", "B")]

    assert bounds(ledger(spans)) == (20, 20)


def test_a_span_exported_twice_counts_once():
    once = call("a", None, (100, 20), trace="t")

    found = ledger([once, once])

    assert bounds(found) == (120, 120)
    assert found.full == {"m": Usage(200, 40)}
    assert kinds(found) == ["repeated"]
    assert found.billed[0].spans == (0, 1)


def test_one_span_id_under_two_response_ids_is_two_calls():
    spans = [call("a", None, (100, 20), "A"), call("a", None, (100, 20), "B")]

    assert bounds(ledger(spans)) == (240, 240)


def test_a_parent_is_looked_for_in_its_own_trace():
    spans = [
        call("1", None, (100, 20), trace="t"),
        call("2", "1", (100, 20), trace="u"),
    ]

    assert bounds(ledger(spans)) == (240, 240)


@pytest.mark.parametrize(
    ("spans", "missing"),
    [
        ([call("a")], (0,)),
        ([call("a", usage=(0, 0))], (0,)),
        ([call("a", error=True)], ()),
        ([call("a", cached=True)], ()),
        ([call("a", kind="unknown")], ()),
        ([call("w", None, (5, 5)), call("c", "w")], ()),
        ([call("w"), call("c", "w", (5, 5))], ()),
        ([call("w"), call("c", "w")], (1,)),
        ([call("a", None, (5, 5), "X"), call("b", None, None, "X")], ()),
        ([call("r", kind="unknown"), call("a", "r", (5, 5)), call("b", "r")], (2,)),
    ],
)
def test_missing(spans, missing):
    assert ledger(spans).missing == missing


@pytest.mark.parametrize("size", [1, 2, 5])
def test_parents_in_a_circle(size):
    spans = [call(f"{i}", f"{(i + 1) % size}", (100, 20)) for i in range(size)]

    found = ledger(spans)

    assert bounds(found) == (120, 120)
    assert kinds(found) == ["cycle"]


def test_a_chain_of_a_hundred_thousand_spans():
    depth = 100_000
    spans = [
        call(f"{i}", f"{i - 1}" if i else None, (100, 20), f"r{i}")
        for i in range(depth)
    ]

    assert bounds(ledger(spans)) == (120, 120)


def test_no_spans_use_nothing():
    found = ledger([])

    assert found.full == found.root_low == found.root_high == {}


def test_identity_is_the_outer_span_s():
    spans = [
        call("w", None, (9, 1), "A", actor="agent", task="7", model="openai/gpt-4o"),
        call("c", "w", (9, 1), "A", model="gpt-4o-2024-11-20", provider="openai"),
    ]

    (billed,) = ledger(spans).billed

    assert (billed.actor, billed.task) == ("agent", "7")
    assert (billed.model, billed.provider) == ("gpt-4o-2024-11-20", "openai")
    assert billed.spans == (0, 1)


def pairs(*times, scopes, responses):
    return [
        call(f"c{i}", None, (100, 20), r, scope=s, started=a, ended=b)
        for i, ((a, b), s, r) in enumerate(zip(times, scopes, responses, strict=True))
    ]


@pytest.mark.parametrize(
    ("spans", "low"),
    [
        (pairs((1, 4), (2, 3), scopes="ab", responses=["X", None]), 120),
        (pairs((1, 4), (2, 3), scopes="ab", responses=["X", "Y"]), 240),
        (
            pairs((1, 9), (2, 3), (20, 21), scopes="abc", responses=["X", "Y", None]),
            360,
        ),
        (pairs((1, 4), (2, 3), scopes="aa", responses=["X", None]), 240),
        (pairs((1, 9), (1, 3), scopes="ab", responses=["X", None]), 120),
        (
            pairs((1, 10), (2, 6), (3, 5), (4, 9), scopes="aabb", responses=[None] * 4),
            240,
        ),
        (pairs((1, 4), (2, 5), scopes="ab", responses=["X", None]), 240),
        (pairs((1, 9), (2, 3), (4, 5), scopes="abb", responses=[None] * 3), 240),
        (pairs((1, 9), (2, 8), (3, 4), scopes="abc", responses=[None] * 3), 120),
        (
            pairs((1, 9), (2, 8), (3, 7), (4, 6), scopes="aabb", responses=[None] * 4),
            240,
        ),
    ],
    ids=[
        "one id",
        "two ids are two calls",
        "beside a third without",
        "one scope is two calls",
        "one start",
        "the tightest fit leaves the wider one free",
        "overlapping is not enclosing",
        "each at most once",
        "three instrumentations",
        "two calls at once, matched one to one",
    ],
)
def test_the_fingerprint(spans, low):
    unsure, joined = ledger(spans), ledger(spans, fingerprint=True)

    assert bounds(joined) == (low, low)
    assert bounds(unsure) == (low, 120 * len(spans))
    assert kinds(joined) == ([] if low == 120 * len(spans) else ["fingerprint"])


def test_the_fingerprint_needs_equal_model_usage_and_task():
    base = {"started": 1.0, "ended": 9.0}
    inner = {"started": 2.0, "ended": 3.0, "scope": "b"}
    outer = call("a", None, (100, 20), scope="a", task="1", **base)
    for other in (
        call("b", None, (100, 20), task="1", **{**inner, "model": "other"}),
        call("b", None, (100, 21), task="1", **inner),
        call("b", None, (100, 20), task="2", **inner),
    ):
        assert bounds(ledger([outer, other], fingerprint=True))[0] > 200
