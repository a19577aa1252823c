"""Reported totals, each with its place and its root value."""

import pytest
from msgspec.structs import replace

from evalrata.lint.totals import totals
from evalrata.lint.view import RunView
from evalrata.schemas.records import Call, Reported, Run, RunRecords, Usage, Where

PLACES = {
    "input": "/total_usage/m/prompt_tokens",
    "output": "/total_usage/m/completion_tokens",
}
REPORTED = Reported(
    usage={"m": Usage(input=200, output=20)},
    usage_pointer="/total_usage",
    usage_pointers={"m": PLACES},
    cost=0.22,
    cost_pointer="/results/total_cost",
    cost_copies=("/total_cost",),
)


def nested(**fields):
    """One call that two spans describe."""
    usage = Usage(input=100, output=10)
    outer = Call(id="a", kind="call", model="m", response="r", usage=usage)
    inner = Call(id="b", parent="a", kind="call", model="m", response="r", usage=usage)
    return (outer, replace(inner, **fields))


def view(calls, *, price=True, **reported):
    run = Run(
        id="r",
        format="f",
        where=Where("f.json"),
        reported=replace(REPORTED, **reported),
    )
    return RunView(
        RunRecords(run=run, calls=calls), price=PerToken() if price else None
    )


class PerToken:
    """A thousandth of a dollar per token, for every model but "dark"."""

    version = "one price"

    def __call__(self, model, usage, date):
        return None if model == "dark" else (usage.input + usage.output) / 1000

    def reason(self, model, usage, date):
        return None


def test_each_number_has_its_place_and_its_root_value():
    cost = {"unit": "USD", "reported": 0.22, "root": 0.11}

    assert totals(view(nested())) == {
        PLACES["input"]: {"unit": "tokens", "reported": 200, "root": 100},
        PLACES["output"]: {"unit": "tokens", "reported": 20, "root": 10},
        "/results/total_cost": cost,
        "/total_cost": cost,
    }


def test_a_call_that_may_have_happened_makes_an_interval():
    # Besides one call told twice, a span of 100 over a call of 60 without an id: the
    # outer may have made a call of its own.  100 + 60 tokens, or 100 + 60 + 100.
    outer, inner = nested(response=None, usage=Usage(input=60, output=6))
    outer = replace(outer, id="c", response="s")
    calls = (*nested(), outer, replace(inner, id="d", parent="c"))
    found = totals(view(calls, usage={"m": Usage(input=360, output=36)}, cost=0.396))

    assert found[PLACES["input"]]["root"] == (160, 260)
    assert found["/total_cost"]["root"] == (0.176, 0.286)


def test_a_table_with_a_number_that_has_no_place_is_one_total():
    found = totals(view(nested(), usage_pointers={"m": {"input": PLACES["input"]}}))

    assert set(found) == {"/total_usage", "/results/total_cost", "/total_cost"}
    assert found["/total_usage"] == {
        "unit": "tokens",
        "reported": None,
        "root": None,
        "why": "a number in it has no place of its own",
    }


def test_calls_without_usage_leave_every_root_open():
    calls = (*nested(), Call(id="c", kind="call", model="m"))
    found = totals(view(calls))

    assert {t["root"] for t in found.values()} == {None}
    assert {t["why"] for t in found.values()} == {"1 model calls record no usage"}


def test_a_model_that_no_call_names():
    # The sum is right, but under a name that no call has.
    found = totals(
        view(
            nested(),
            usage={"other": Usage(input=200, output=20)},
            usage_pointers={"other": PLACES},
        )
    )

    assert found[PLACES["input"]] == {
        "unit": "tokens",
        "reported": 200,
        "root": None,
        "why": "no call names the model other",
    }


@pytest.mark.parametrize(
    ("reported", "expected"),
    [(0, {"root": 0}), (7, {"root": None, "why": "no call records it"})],
)
def test_a_number_that_no_call_records(reported, expected):
    found = totals(
        view(
            nested(),
            usage={"m": Usage(input=200, output=20, cache_read=reported)},
            usage_pointers={"m": {**PLACES, "cache_read": "/total_usage/m/cached"}},
        )
    )

    assert found["/total_usage/m/cached"] == {
        "unit": "tokens",
        "reported": reported,
        **expected,
    }


def test_tokens_that_are_no_sum_over_nested_spans_are_left_out():
    found = totals(view(nested(), usage={"m": Usage(input=100, output=10)}))

    assert set(found) == {"/results/total_cost", "/total_cost"}


def test_a_cost_from_other_prices_has_no_root_value():
    found = totals(view(nested(), cost=0.44))

    assert found["/total_cost"]["root"] is None
    assert found["/total_cost"]["why"].startswith("at dated prices")
    assert found[PLACES["input"]]["root"] == 100


def test_costs_that_cannot_be_known_say_why():
    calls = nested(model="dark")
    dark = tuple(replace(call, model="dark") for call in calls)

    assert totals(view(dark))["/total_cost"]["why"] == "no price is known for dark"
    assert totals(view(nested(), price=False))["/total_cost"]["why"] == "not priced"
    assert totals(view(()))["/total_cost"]["why"] == "there are no calls to count"


def test_nothing_reported_gives_no_totals():
    assert totals(view(nested(), usage=None, cost=None)) == {}
