"""How a lint asks rules about re-scores, of which it has one measurement."""

from evalrata.lint import RescoreRule, Session, checked
from evalrata.lint.rules import load
from evalrata.schemas.findings import NOT_TWICE, Coverage
from evalrata.schemas.records import Run, RunRecords, Where


class Both(RescoreRule):
    name, severity, confidence = "x.both", "warning", "exact"

    def check(self, comparison):
        raise AssertionError(comparison)

    def check_run(self, run):
        return checked(1, [self.finding(f"seen {run.run.id}")])


def linted(*rules, runs=("a", "b")):
    session = Session(rules)
    for name in runs:
        run = Run(id=name, format="x", where=Where(f"{name}.json"))
        session.add(RunRecords(run=run))
    return session.finish()


def test_a_rescore_rule_is_asked_of_each_run():
    report = linted(Both())

    found = [(f.run, f.file, f.message) for f in report.findings]
    assert found == [("a", "a.json", "seen a"), ("b", "b.json", "seen b")]
    assert [(c.run, c.status) for c in report.coverage] == [
        ("a", "checked"),
        ("b", "checked"),
    ]


def test_a_comparison_rule_says_once_that_it_compares_two_measurements():
    rule = load("rescore.large-drop")

    assert linted(rule).coverage == (
        Coverage(rule=rule.name, status="not-applicable", reason=NOT_TWICE),
    )
    assert linted(rule, runs=()).coverage == ()
