from msgspec import structs
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.judging import judged, refusals
from evalrata.lint.rule import ComparisonRule, checked
from evalrata.lint.rules import load, load_all
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Action, Gold

LOOK = {"actions": (Action(name="look"),), "gold": Gold()}


def comparison(before=1.0, after=0.0, **fields):
    sides = ([episode("1", value, **LOOK)] for value in (before, after))
    a, b = (kept(side, id_, **fields) for side, id_ in zip(sides, "ab", strict=True))
    return compare([a], [b], names=("old.json", "new.json"))


class Broken(ComparisonRule):
    name, severity, confidence = "x.broken", "error", "exact"

    def check(self, comparison):
        raise ValueError(comparison.diff.before)


class Sorted(ComparisonRule):
    name, severity, confidence = "a.sorted", "info", "exact"

    def check(self, comparison):
        return checked(2, [self.finding("b"), self.finding("a")])


def test_a_result_that_moved_unwatched_refuses_the_numbers():
    found = judged(comparison(), [load("rescore.replay-mismatch")])

    said = "it is not recorded how many replayed calls gave another result than the"
    assert found.refused == (f"b: 1 result moved, and {said} record",)
    assert [f.message for f in found.findings] == list(found.refused)
    assert found.rows[0].after == "b"


def test_what_does_not_move_refuses_nothing_and_is_not_called_checked():
    found = judged(comparison(after=1.0), [load("rescore.replay-mismatch")])

    assert found.refused == found.findings == ()
    assert [(c.status, c.unchecked) for c in found.coverage] == [("could-not-check", 1)]


def test_every_comparison_rule_answers_and_no_other():
    rules = load_all()

    found = judged(comparison(), rules)

    asked = sorted(r.name for r in rules if isinstance(r, ComparisonRule))
    assert [c.rule for c in found.coverage] == asked
    assert len(asked) == 6


def test_a_rule_that_fails_has_checked_nothing_and_the_others_go_on():
    found = judged(comparison(), [Broken(), Sorted()])

    assert [f.message for f in found.findings] == ["a", "b"]
    assert [(c.rule, c.status) for c in found.coverage] == [
        ("a.sorted", "checked"),
        ("x.broken", "could-not-check"),
    ]
    (fault,) = found.faults
    assert (fault.kind, fault.where.file) == ("internal", "new.json")
    assert fault.message == "x.broken failed: ValueError: old.json"


def test_credentials_are_left_out():
    key = "sk-" + "proj-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"

    found = judged(comparison(agent="x", models=(key,)), [Leak(key)])

    assert key not in found.findings[0].message
    assert "left out of this report: 1 text" in found.notes[-1]


class Leak(ComparisonRule):
    name, severity, confidence = "x.leak", "info", "exact"

    def __init__(self, key):
        self.key = key

    def check(self, comparison):
        return checked(1, [self.finding(f"it says {self.key}")])


def test_only_errors_of_two_rules_that_nobody_accepts_refuse():
    error = Finding(
        rule="rescore.mode-mismatch", severity="error", confidence="exact", message="m"
    )
    others = (
        structs.replace(error, severity="warning"),
        structs.replace(error, suppressed="known"),
        structs.replace(error, rule="rescore.one-sided"),
    )
    first = structs.replace(error, message="a")

    assert refusals((error, *others, first)) == ("a", "m")
