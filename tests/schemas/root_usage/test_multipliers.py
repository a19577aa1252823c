"""Multipliers of the stacks in use, as their clients were seen to record them."""

import pytest

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import as_summed, ledger

U = Usage(100, 20)


def provider(id, parent, response, **more):  # noqa: A002 - as the record calls it
    return Call(
        id=id,
        parent=parent,
        kind="call",
        response=response,
        usage=U,
        scope="openai",
        model="gpt-4o-2024-11-20",
        rollup={"gpt-4o-2024-11-20": U},
        **more,
    )


def wrapper(id, parent, response, **more):  # noqa: A002 - as the record calls it
    return Call(
        id=id,
        parent=parent,
        kind="call",
        response=response,
        usage=U,
        scope="litellm",
        model="openai/gpt-4o",
        rollup={"gpt-4o-2024-11-20": U},
        **more,
    )


def operation(id, calls):  # noqa: A002 - as the record calls it
    return Call(
        id=id,
        kind="rollup",
        rollup={"gpt-4o-2024-11-20": Usage(100 * calls, 20 * calls)},
    )


def total(sums):
    return tokens.total(tokens.add(sums.values()))


@pytest.mark.parametrize(
    ("spans", "full", "root"),
    [
        ([provider("o", None, "r1")], 120, 120),
        ([wrapper("l", None, "r1"), provider("o", "l", "r1")], 240, 120),
        (
            [
                operation("op", 3),
                *(wrapper(f"l{i}", "op", f"r{i}") for i in range(3)),
                *(provider(f"o{i}", f"l{i}", f"r{i}") for i in range(3)),
            ],
            1080,
            360,
        ),
    ],
    ids=["provider: 1.0", "wrapper over provider: 2.0", "operation above: 3.0"],
)
def test_the_multiplier_is_the_nesting_depth(spans, full, root):
    found = ledger(spans)

    assert total(found.full) == full
    assert total(found.root_low) == total(found.root_high) == root
    assert total(found.naive_root) == root


def test_two_instrumentations_open_two_roots():
    """OpenInference langchain and openai: no ids, no common trace; naive root is 2x."""
    spans = [
        Call(
            id=name,
            trace=name,
            kind="call",
            usage=U,
            model="gpt-4o",
            scope=name,
            started=started,
            ended=ended,
        )
        for name, started, ended in (("langchain", 1.0, 3.0), ("openai", 1.5, 2.5))
    ]

    unsure, joined = ledger(spans), ledger(spans, fingerprint=True)

    assert total(unsure.naive_root) == 240
    assert (total(unsure.root_low), total(unsure.root_high)) == (120, 240)
    assert total(joined.root_low) == total(joined.root_high) == 120


def test_a_wrapper_without_usage_hides_its_calls_from_the_naive_root():
    spans = [
        Call(id="w", kind="unknown"),
        *(provider(f"o{i}", "w", f"r{i}") for i in range(2)),
        provider("alone", None, "r9"),
    ]

    found = ledger(spans)

    assert total(found.naive_root) == 120
    assert total(found.root_high) == 360


def test_aggregated_usage_is_in_full_and_not_in_full_calls():
    """pydantic-ai: 1.0 by the calls' own usage, 2.0 with its aggregated attributes."""
    spans = [
        Call(id="invoke_agent", kind="rollup", rollup={"gpt-4o": U}),
        Call(id="chat", parent="invoke_agent", kind="call", usage=U, model="gpt-4o"),
    ]

    found = ledger(spans)

    assert total(found.full) == 240
    assert total(found.full_calls) == total(found.root_high) == 120


def test_a_span_is_summed_by_its_roll_up_or_its_usage_never_both():
    assert as_summed(wrapper("l", None, "r")) == (("gpt-4o-2024-11-20", U),)
    assert as_summed(Call(id="c", usage=U)) == (("", U),)
    assert as_summed(Call(id="c")) == ()


def test_a_lost_parent_is_not_the_same_as_no_parent():
    found = ledger([provider("o", "elsewhere", "r1")])

    assert found.naive_root == {}
    assert total(found.root_high) == 120
