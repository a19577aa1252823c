from evalrata.lint.asking import ask, covered
from evalrata.lint.rule import checked, could_not_check
from evalrata.lint.rules import load
from evalrata.schemas.findings import Coverage

RULE = load("rescore.large-drop")


def test_an_answer_is_returned_as_it_is():
    verdict = checked(3)

    assert ask(RULE, lambda: verdict) == (verdict, None)


def test_a_rule_that_raises_has_checked_nothing():
    verdict, failed = ask(RULE, lambda: 1 / 0)

    assert verdict == could_not_check(
        "internal fault: ZeroDivisionError: division by zero"
    )
    assert failed == ("rescore.large-drop failed: ZeroDivisionError: division by zero")


def test_what_is_no_verdict_is_a_fault():
    verdict, failed = ask(RULE, lambda: None)

    assert (verdict.status, verdict.checked) == ("could-not-check", 0)
    assert (
        failed == "rescore.large-drop failed: TypeError: gave NoneType, not a Verdict"
    )


def test_coverage_repeats_the_verdict():
    verdict = checked(3, unchecked=2, reason="dark")

    assert covered(RULE, verdict, run="r") == Coverage(
        rule="rescore.large-drop",
        status="checked",
        run="r",
        checked=3,
        unchecked=2,
        reason="dark",
    )
