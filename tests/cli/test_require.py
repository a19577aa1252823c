import pytest
from tests.cli.reports import gap, saw
from tests.lint.named import rule

from evalrata.cli.require import named, unmet
from evalrata.schemas.errors import UsageError

RULES = (rule("a.one", "a.uno"), rule("a.two"), rule("b.three"))


def test_a_rule_that_checked_everything_is_met():
    assert unmet([saw("a.one")], ["a.one"], RULES) == ()


def test_not_applicable_beside_checked_is_met():
    coverage = [saw("a.one"), saw("a.one", run="beta", status="not-applicable")]
    assert unmet(coverage, ["a.one"], RULES) == ()


def test_a_rule_that_could_not_check_one_run_is_not_met():
    coverage = [saw("a.one"), gap("a.one", run="beta", reason="no calls")]
    assert unmet(coverage, ["a.one"], RULES) == (
        "required a.one could not check run beta: no calls",
    )


def test_records_left_out_are_not_met():
    coverage = [saw("a.one", checked=40, unchecked=2, reason="no trace")]
    assert unmet(coverage, ["a.one"], RULES) == (
        "required a.one could not check 2 of 42 in run alpha: no trace",
    )


def test_a_rule_nobody_asked_is_not_met():
    assert unmet([], ["a.one"], RULES) == (
        "required a.one checked nothing: it was never asked",
    )


def test_an_alias_means_its_rule():
    assert unmet([gap("a.one", reason="no calls")], ["a.uno"], RULES) == (
        "required a.one could not check run alpha: no calls",
    )


def test_not_applicable_alone_is_met():
    assert unmet([saw("a.one", status="not-applicable", checked=0)], ["a"], RULES) == ()


def test_a_rule_that_saw_no_record_at_all_is_not_met():
    assert unmet([saw("a.one", checked=0)], ["a.one"], RULES) == (
        "required a.one checked nothing: it had no record to look at",
    )


def test_every_rule_of_a_family_must_have_checked():
    coverage = [saw("a.one"), gap("a.two", reason="no calls"), gap("b.three")]
    assert unmet(coverage, ["a"], RULES) == (
        "required a.two could not check run alpha: no calls",
    )


def test_a_rule_of_a_family_that_was_not_asked_does_not_apply():
    assert unmet([saw("a.one")], ["a"], RULES) == ()


def test_rules_that_lack_the_same_are_named_together():
    coverage = [gap("a.one", reason="no calls"), gap("a.two", reason="no calls")]
    assert unmet(coverage, ["a"], RULES) == (
        "required a.one, a.two could not check run alpha: no calls",
    )


def test_places_have_names_and_several_are_counted():
    board = gap("a.one", run=None, board="made-up", reason="r")
    everything = gap("a.two", run=None, reason="s")
    assert unmet([saw("a.one"), board, everything], ["a"], RULES) == (
        "required a.one could not check board made-up: r",
        "required a.two could not check all runs together: s",
    )
    part = saw("a.one", checked=40, unchecked=2, reason="q")
    assert unmet([part, board], ["a.one"], RULES) == (
        (
            "required a.one could not check 2 places, first 2 of 42 in run alpha: q "
            "(and for 1 other reason)"
        ),
    )


def test_a_name_that_takes_no_part_is_refused():
    with pytest.raises(UsageError, match=r"--require c\.four: no rule or family"):
        named("c.four", RULES)
