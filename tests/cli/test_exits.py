import pytest
from tests.cli.reports import fault, finding, gap, report, saw

from evalrata.cli.exits import outcome
from evalrata.lint.rules.grading.ungraded_as_failure import UngradedAsFailure

RULES = (UngradedAsFailure(),)
NAME = "grading.ungraded-as-failure"


def test_checked_and_nothing_found_is_0():
    assert outcome(report()).code == 0


@pytest.mark.parametrize(
    ("fail_on", "severity", "code"),
    [
        ("error", "error", 1),
        ("error", "warning", 0),
        ("warning", "warning", 1),
        ("warning", "info", 0),
        ("info", "info", 1),
        ("never", "error", 0),
    ],
)
def test_a_finding_counts_from_fail_on_upward(fail_on, severity, code):
    made = report(findings=(finding(severity=severity),))
    assert outcome(made, fail_on=fail_on).code == code


def test_a_suppressed_finding_does_not_count():
    made = report(findings=(finding(suppressed="known"),))
    assert outcome(made).code == 0


def test_a_fault_beats_a_finding_and_both_are_said():
    result = outcome(report(findings=(finding(),), faults=(fault(),)))
    assert result.code == 2
    assert result.reasons == (
        "1 place could not be read",
        "1 finding at or above error",
    )


def test_an_internal_fault_is_called_one():
    result = outcome(report(faults=(fault("internal"), fault("internal"))))
    assert (result.code, result.reasons) == (2, ("2 internal faults",))


@pytest.mark.parametrize("fail_on", ["error", "never"])
def test_never_does_not_hide_a_fault(fail_on):
    assert outcome(report(faults=(fault(),)), fail_on=fail_on).code == 2


def test_nothing_read_is_3():
    assert outcome(report(runs=(), coverage=())).code == 3
    alone = report(runs=(), coverage=(), faults=(fault("nothing-read"),))
    assert outcome(alone).code == 3


def test_nothing_read_beside_something_read_is_2():
    assert outcome(report(faults=(fault("nothing-read"),))).code == 2


def test_an_unreadable_file_alone_is_2():
    assert outcome(report(runs=(), coverage=(), faults=(fault(),))).code == 2


@pytest.mark.parametrize(
    "coverage",
    [(), (gap(),), (saw(checked=0),), (saw(status="not-applicable", checked=0),)],
)
def test_no_rule_that_checked_anything_is_3(coverage):
    result = outcome(report(coverage=coverage))
    assert (result.code, result.reasons) == (3, ("no rule could check anything",))


def test_a_required_rule_that_could_not_check_is_1():
    made = report(coverage=(saw("cost.unpriced"), gap(NAME, reason="no grades")))
    assert outcome(made).code == 0
    result = outcome(made, require=(NAME,), rules=RULES)
    assert result.code == 1
    assert result.reasons == (f"required {NAME} could not check run alpha: no grades",)
