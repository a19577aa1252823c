"""Whatever the records hold, a rule answers, and its counts add up."""

import math

from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.rule import RunRule
from evalrata.lint.rules import NAMES, load
from evalrata.lint.view import RunView
from evalrata.schemas.records import (
    Action,
    Episode,
    Gold,
    Grade,
    OwnCall,
    OwnCalls,
    Reported,
    Run,
    RunRecords,
    Termination,
    Where,
)

FAMILIES = ("grading", "provenance")
RULES = [
    rule
    for name in NAMES
    if name.partition(".")[0] in FAMILIES and isinstance(rule := load(name), RunRule)
]
ENDED = ("crashed-as-failure", "censored-as-failure", "ungraded-as-failure")

tasks = st.sampled_from("abc")
numbers = st.none() | st.floats() | st.sampled_from([0.0, 1.0])
names = st.sampled_from(["look", "book", "pay", "transfer"])
kinds = st.sampled_from(["tool", "reply"])
actions = st.builds(
    Action,
    name=names,
    kind=kinds,
    actor=st.sampled_from(["unknown", "agent", "grader", "user_simulator"]),
    known=st.sampled_from([None, "declared", "inferred"]),
)
golds = st.builds(
    Gold,
    actions=st.lists(st.builds(Action, name=names), max_size=2).map(tuple),
    replayed=st.booleans(),
    requires_write=st.none() | st.booleans(),
)
logs = st.builds(
    OwnCalls,
    calls=st.lists(
        st.builds(OwnCall, name=names, kind=kinds, step=st.just(0)), max_size=3
    ).map(tuple),
    steps=st.just(1),
    unparsed=st.sampled_from([(), (0,)]),
    complete=st.booleans(),
)
episodes = st.builds(
    Episode,
    task=tasks,
    trial=st.none() | st.integers(0, 2),
    pointer=st.just(""),
    grade=st.builds(
        Grade,
        state=st.sampled_from(["graded", "ungraded", "unknown"]),
        value=numbers,
        stored=numbers,
    ),
    termination=st.builds(
        Termination,
        kind=st.sampled_from(["completed", "censored", "crashed", "unknown"]),
        reason=st.none() | st.text(max_size=5),
        no_crash=st.booleans(),
    ),
    actions=st.none() | st.lists(actions, max_size=5).map(tuple),
    own=st.none() | logs,
    gold=st.none() | golds,
    models=st.none() | st.dictionaries(st.text(max_size=5), st.integers(1, 3)),
)
runs = st.builds(
    Run,
    id=st.just("r"),
    format=st.just("specimen"),
    where=st.just(Where(file="r.json")),
    models=st.sampled_from([(), ("m",)]),
    reported=st.builds(
        Reported,
        score=numbers,
        episodes=st.none() | st.integers(0, 5),
        passed=st.none() | st.lists(tasks).map(tuple),
        failed=st.none() | st.lists(tasks).map(tuple),
    ),
    declared_tasks=st.none() | st.lists(tasks).map(tuple),
    declared_trials=st.none() | st.integers(1, 3),
)


def numbered(found):
    """Give each episode its pointer."""
    return tuple(
        Episode(
            **{**{f: getattr(e, f) for f in e.__struct_fields__}, "pointer": f"/{i}"}
        )
        for i, e in enumerate(found)
    )


records = st.builds(
    lambda run, found: RunRecords(run=run, episodes=numbered(found)),
    runs,
    st.lists(episodes, max_size=5),
)


@given(records)
def test_every_verdict_adds_up(given_records):
    view = RunView(given_records)
    for rule in RULES:
        adds_up(rule, rule.check(view))


def adds_up(rule, verdict):
    if verdict.status == "checked":
        assert verdict.checked > 0 or verdict.findings or not verdict.unchecked
        assert not verdict.unchecked or verdict.reason
    else:
        assert verdict.reason
        assert not verdict.findings
        assert verdict.checked == 0
    for finding in verdict.findings:
        assert finding.rule == rule.name
        assert finding.count >= 1
        assert finding.checked <= max(verdict.checked + verdict.unchecked, 1)


@given(records)
def test_an_episode_is_a_false_failure_for_one_reason_at_most(given_records):
    view = RunView(given_records)
    affected = [
        ref.pointer
        for name in ENDED
        for finding in load(f"grading.{name}").check(view).findings
        for ref in finding.episodes
    ]

    assert len(affected) == len(set(affected))


# They count records against what is declared, whatever the records' results are.
COUNT_RECORDS = ("grading.missing-episodes", "grading.denominator")


@given(records)
def test_a_result_that_is_no_number_is_in_no_finding(given_records):
    view = RunView(given_records)
    broken = {
        e.pointer
        for e in given_records.episodes
        if e.grade.stored is not None and not math.isfinite(e.grade.stored)
    }
    judged = {
        ref.pointer
        for rule in RULES
        if rule.name.startswith("grading.") and rule.name not in COUNT_RECORDS
        for finding in rule.check(view).findings
        for ref in finding.episodes
    }

    assert not judged & broken
