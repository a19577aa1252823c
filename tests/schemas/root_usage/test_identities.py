"""One response id in several traces, and spans that are in the data twice."""

import pytest
from tests.schemas.root_usage.spans import bounds, call, kinds

from evalrata.schemas.records import Usage
from evalrata.schemas.root_usage import ledger


def test_different_usage_of_one_id_across_traces_takes_the_larger():
    spans = [call("a", None, (100, 1), "X"), call("b", None, (90, 20), "X")]

    found = ledger(spans)

    assert found.root_low == {"m": Usage(100, 20)}
    assert kinds(found) == ["repeated-id", "usage-differs"]


def at(*uses, ended=0.5, **more):
    """Calls of one response id: (start, input, output)."""
    return [
        call(
            f"c{start}",
            None,
            (tokens_in, tokens_out),
            "X",
            started=float(start),
            ended=None if ended is None else start + ended,
            **more,
        )
        for start, tokens_in, tokens_out in uses
    ]


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        (at((0, 100, 20), (9, 90, 5)), (120, 215)),
        (at((0, 100, 20), (9, 90, 5), (20, 90, 5)), (120, 310)),
        (at((0, 100, 1), (9, 100, 90)), (190, 291)),
        (at((0, 100, 20), (9, 90, 5), ended=None), (120, 215)),
        # the output of a response does not shrink while it is logged
        (at((1, 100, 90), (2, 100, 1), ended=None), (190, 291)),
        (at((0, 100, 20), (0, 100, 20), (9, 90, 5)), (120, 215)),
    ],
    ids=["two", "three", "grown", "no end", "shrunk", "two at once"],
)
def test_one_id_at_separate_times_with_different_usage_is_not_decided(spans, expected):
    found = ledger(spans)

    assert bounds(found) == expected
    (flag,) = (f for f in found.flags if f.kind == "reused-id")
    assert flag.spans == tuple(range(len(spans)))
    assert flag.values["response"] == "X"
    assert sum(b.certain for b in found.billed) == 1


def test_uses_of_one_id_that_meet_are_one_call():
    spans = at((0, 100, 20), (9, 90, 25), ended=9)

    found = ledger(spans)

    assert found.root_low == found.root_high == {"m": Usage(100, 25)}
    assert kinds(found) == ["repeated-id", "usage-differs"]


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("rows", [2, 3, 6])
def test_rows_of_a_response_that_grew_are_one(rows, copies):
    spans = [
        span
        for copy in range(copies)
        for span in at(
            *((i, 100, 10 * i) for i in range(rows)), ended=None, trace=f"t{copy}"
        )
    ]

    assert bounds(ledger(spans)) == (100 + 10 * (rows - 1),) * 2


def test_rows_in_different_traces_are_not_a_response_that_grew():
    spans = at((1, 100, 1), ended=None, trace="t") + at(
        (2, 100, 90), ended=None, trace="u"
    )

    assert bounds(ledger(spans)) == (190, 291)


def test_a_reused_id_of_different_models_is_billed_to_each():
    spans = at((0, 100, 20), model="a") + at((9, 90, 5), model="b")

    found = ledger(spans)

    assert found.root_low == {"a": Usage(100, 20)}
    assert found.root_high == {"a": Usage(100, 20), "b": Usage(90, 5)}


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
