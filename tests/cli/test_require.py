import pytest
from tests.cli.reports import gap, saw

from evalrata.cli.require import named, unmet
from evalrata.lint.rule import RunRule
from evalrata.schemas.errors import UsageError


def rule(called, *aliases_):
    class Made(RunRule):
        name = called
        aliases = aliases_

    return Made()


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
        "required a.uno checked nothing: no calls",
    )


def test_a_family_needs_one_rule_that_checks_in_each_run():
    covered = [saw("a.one"), gap("a.two")]
    assert unmet(covered, ["a"], RULES) == ()
    beta = [gap("a.one", run="beta"), gap("a.two", run="beta")]
    assert unmet([*covered, *beta], ["a"], RULES) == (
        "required a checked nothing in run beta",
    )


def test_places_have_names():
    coverage = [
        saw("a.one"),
        gap("a.one", run=None, board="made-up", reason="r"),
        gap("a.one", run=None, reason="s"),
    ]
    assert unmet(coverage, ["a.one"], RULES) == (
        "required a.one could not check board made-up: r",
        "required a.one could not check all runs together: s",
    )


def test_a_name_that_takes_no_part_is_refused():
    with pytest.raises(UsageError, match=r"--require c\.four: no rule or family"):
        named("c.four", RULES)
