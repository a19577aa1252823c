"""Whatever two sides hold, a rule about re-scores answers, and its counts add up."""

from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.comparison import Limits
from evalrata.lint.comparing.judging import judged
from evalrata.lint.comparing.kept import keep
from evalrata.lint.comparing.options import Options
from evalrata.lint.rule import ComparisonRule, RescoreRule
from evalrata.lint.rules import load_all
from evalrata.lint.view import RunView
from evalrata.schemas.records import (
    Action,
    Declaration,
    Episode,
    Gold,
    Grade,
    Instrument,
    Replayed,
    Reported,
    Rescoring,
    Run,
    RunRecords,
    Where,
)

RULES = [rule for rule in load_all() if isinstance(rule, ComparisonRule)]

numbers = st.none() | st.floats() | st.sampled_from([0.0, 0.5, 1.0])
counts = st.integers(-1, 3)
replays = st.none() | st.builds(Replayed, calls=counts, mismatched=counts)
directions = st.sampled_from([None, "up", "down"])
ids = st.sampled_from([None, "7f", "8a", "a-0"])
grades = st.builds(
    Grade,
    state=st.sampled_from(["graded", "ungraded", "unknown"]),
    value=numbers,
    stored=numbers,
)
episodes = st.builds(
    Episode,
    task=st.sampled_from("abc"),
    trial=st.sampled_from([None, 0]),
    id=ids,
    pointer=st.just("/0"),
    grade=grades,
    actions=st.sampled_from([None, (), (Action(name="look"),)]),
    tool_call_ids=st.sampled_from([(), ("c1",), ("c2",)]),
    gold=st.sampled_from([None, Gold()]),
    replay=replays,
)
instruments = st.builds(
    Instrument,
    role=st.just("evaluator"),
    name=st.sampled_from(["tau2-bench", "judge"]),
    version=st.sampled_from([None, "1.0.0", "1.0.1"]),
)
modes = st.sampled_from([None, 7, {"alone": True, "taken": False, "user": "u"}])
runs = st.builds(
    Run,
    id=st.sampled_from("xyz"),
    format=st.just("specimen"),
    where=st.just(Where(file="r.json")),
    date=st.sampled_from([None, "2026-01-01"]),
    agent=st.sampled_from([None, "a"]),
    domains=st.sampled_from([(), ("d",)]),
    by_domain=st.sampled_from([None, {}])
    | st.builds(lambda v: {"d": Reported(score=v)}, numbers),
    reported=st.builds(Reported, score=numbers),
    instruments=st.lists(instruments, max_size=2).map(tuple),
    rescoring=st.none() | st.builds(Rescoring, replay=replays, only=directions),
    declarations=st.sampled_from(
        [(), (Declaration(kind="rescore", text="Re-scored, only up.", pointer="/n"),)]
    ),
    notes=st.builds(lambda m: {"rescore": {"mode": m, "replays": True}}, modes),
)
records = st.builds(
    lambda run, found: RunRecords(run=run, episodes=tuple(found)),
    runs,
    st.lists(episodes, max_size=4),
)
sides = st.lists(records, max_size=3)


@given(sides, sides, st.builds(Limits, only=directions))
def test_every_verdict_adds_up(before, after, limits):
    options = Options(limits=limits)
    comparison = compare([*map(keep, before)], [*map(keep, after)], options)
    for rule in RULES:
        adds_up(rule, rule.check(comparison))


@given(sides, sides)
def test_a_refusal_is_the_message_of_an_error(before, after):
    found = judged(compare([*map(keep, before)], [*map(keep, after)]), RULES)

    errors = [f.message for f in found.findings if f.severity == "error"]
    assert set(found.refused) <= set(errors)
    assert found.faults == ()


@given(sides)
def test_a_side_compared_with_itself_has_nothing_that_moved(side):
    kept = [*map(keep, side)]
    found = judged(compare(kept, kept), RULES)

    said = {f.rule for f in found.findings}
    # A run may say of itself that too many calls gave another result, or be misread.
    assert said <= {"rescore.replay-mismatch", "rescore.mode-mismatch"}
    assert not any("moved" in f.message for f in found.findings)


@given(records)
def test_a_rule_that_looks_at_one_run_adds_up(given_records):
    view = RunView(given_records)
    for rule in RULES:
        if isinstance(rule, RescoreRule):
            adds_up(rule, rule.check_run(view))


def adds_up(rule, verdict):
    if verdict.status == "checked":
        assert verdict.checked > 0 or verdict.findings
        assert not verdict.unchecked or verdict.reason
    else:
        assert verdict.reason
        assert not verdict.findings
        assert verdict.checked == 0
    for finding in verdict.findings:
        assert finding.rule == rule.name
        assert finding.count >= 1
        assert finding.checked <= max(verdict.checked + verdict.unchecked, 1)
        assert (finding.file is None) == (finding.run is None)
