"""What links between spans do to the sums, hostile ones included."""

import pytest
from tests.schemas.root_usage.spans import bounds, call, kinds

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger


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


DEPTH = 20_000


def chain(*, usage, response):
    return [
        call(f"{i}", f"{i - 1}" if i else None, usage(i), response(i))
        for i in range(DEPTH)
    ]


@pytest.mark.parametrize(
    ("response", "low", "high"),
    [
        (lambda _: "r", 120, 120),
        (lambda _: None, 120, 120),
        (lambda i: f"r{i}", 120, 120 * DEPTH),
        (lambda i: f"r{i}" if i % 2 else None, 120, 120 * DEPTH // 2),
    ],
    ids=["one id", "no id", "an id each", "an id for every second"],
)
def test_a_deep_chain_of_equal_spans(response, low, high):
    spans = chain(usage=lambda _: (100, 20), response=response)

    assert bounds(ledger(spans)) == (low, high)


def test_a_deep_chain_of_calls_of_their_own():
    spans = chain(usage=lambda i: (i + 1, 0), response=lambda i: f"r{i}")

    whole = DEPTH * (DEPTH + 1) // 2
    assert bounds(ledger(spans)) == (whole, whole)


@pytest.mark.parametrize("models", [1, 50, DEPTH])
def test_a_deep_chain_of_roll_ups(models):
    """Each says a little more than the one below it, under its own model's name."""
    spans = [
        Call(
            id=f"{i}",
            parent=f"{i - 1}" if i else None,
            kind="rollup",
            rollup={f"m{i % models}": Usage(DEPTH - i, 1)},
        )
        for i in range(DEPTH)
    ]

    found = ledger(spans)

    assert bounds(found) == (DEPTH + 1, DEPTH + 1)


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
