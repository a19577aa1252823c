"""Whatever calls, totals and costs a run has, a cost rule answers and adds up."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.lint.engine import board_views
from evalrata.lint.rule import RunRule
from evalrata.lint.rules import NAMES, load
from evalrata.lint.view import Entry, RunView
from evalrata.schemas.records import (
    Call,
    Episode,
    Grade,
    Reported,
    Run,
    RunRecords,
    Usage,
    Where,
)

RULES = [load(name) for name in NAMES if name.startswith("cost.")]

counts = st.none() | st.integers(0, 50)
usages = st.builds(Usage, input=counts, output=counts, cache_read=counts)
dollars = st.none() | st.floats() | st.sampled_from([0.0, 0.01, 0.1])
actors = st.sampled_from(["agent", "user_simulator", "unknown"])
models = st.sampled_from([None, "m", "dark"])
calls = st.builds(
    Call,
    id=st.sampled_from("abc"),
    parent=st.sampled_from([None, "a", "b", "c"]),
    kind=st.sampled_from(["call", "rollup", "unknown"]),
    response=st.sampled_from([None, "r", "s"]),
    scope=st.sampled_from([None, "x", "y"]),
    model=models,
    actor=actors,
    usage=st.none() | usages,
    rollup=st.none() | st.dictionaries(st.sampled_from("mn"), usages, max_size=2),
    started=st.none() | st.floats(0, 9),
    ended=st.none() | st.floats(0, 9),
)
episodes = st.builds(
    Episode,
    task=st.sampled_from("ab"),
    pointer=st.just("/0"),
    grade=st.just(Grade(state="unknown")),
    cost=st.none() | st.dictionaries(actors, st.floats(), max_size=2),
    usage=st.none() | st.dictionaries(actors, usages, max_size=2),
)
reports = st.builds(
    Reported,
    score=dollars,
    cost=dollars,
    cost_pointer=st.sampled_from([None, "/cost"]),
    usage=st.none() | st.dictionaries(st.sampled_from("mn"), usages, max_size=2),
)


def records_of(found, told, reported, lacks):
    run = Run(
        id="r",
        format="f",
        where=Where("r.json"),
        benchmark="b",
        reported=reported,
        lacks=lacks,
    )
    return RunRecords(run=run, calls=tuple(found), episodes=tuple(told))


records = st.builds(
    records_of,
    st.lists(calls, max_size=5),
    st.lists(episodes, max_size=2),
    reports,
    st.sampled_from([{}, {"cost": "no cost"}, {"span_tree": "no ids"}]),
)


class Flat:
    version = "flat"

    def __call__(self, model, usage, date):
        if model == "dark":
            return None
        return ((usage.input or 0) + (usage.output or 0)) / 1000

    def reason(self, model, usage, date):
        return None


def adds_up(rule, verdict):
    if verdict.status == "checked":
        assert verdict.checked > 0
        assert not verdict.unchecked or verdict.reason
    else:
        assert verdict.reason
        assert not verdict.findings
        assert verdict.checked == 0
    if rule.name == "cost.price-mismatch":
        assert all(math.isfinite(f.values["stated"]) for f in verdict.findings)
    for finding in verdict.findings:
        assert finding.rule == rule.name
        assert finding.count >= 1


@given(records, st.booleans())
@settings(max_examples=50, deadline=None)
def test_every_verdict_adds_up(given_records, priced):
    view = RunView(given_records, price=Flat() if priced else None)
    for rule in RULES:
        if isinstance(rule, RunRule):
            adds_up(rule, rule.check(view))


@given(st.lists(records, min_size=2, max_size=3))
@settings(max_examples=30, deadline=None)
def test_every_board_s_verdict_adds_up(rows):
    views = [RunView(row, price=Flat()) for row in rows]
    (board,) = board_views([Entry(view.run, view.row) for view in views])

    rule = load("cost.uneven-multiplier")

    adds_up(rule, rule.check(board))
