import pytest
from tests.cli.reports import finding, report
from tests.lint.named import rule

from evalrata.integrations.suppression import Suppressor
from evalrata.schemas.config import Suppression
from evalrata.schemas.errors import UsageError

RULES = (rule("a.one", "a.uno"), rule("b.two"))


def reasons(*suppressions, **changes):
    made = report(findings=(finding("a.one", **changes),))
    given = [Suppression(**{"reason": "agreed", **s}) for s in suppressions]
    return Suppressor(given, RULES).mark(made)


@pytest.mark.parametrize(
    ("suppression", "hit"),
    [
        ({"rule": "a.one", "run": "alpha"}, True),
        ({"rule": "a.uno", "run": "al*"}, True),
        ({"rule": "a", "file": "*.json"}, True),
        ({"rule": "b.two", "run": "alpha"}, False),
        ({"rule": "a.one", "run": "ALPHA"}, False),
        ({"rule": "a.one", "run": "alpha", "file": "*.zip"}, False),
        ({"rule": "a.one", "board": "*"}, False),
    ],
)
def test_all_that_is_given_must_match(suppression, hit):
    made = reasons(suppression)
    assert made.findings[0].suppressed == ("agreed" if hit else None)
    assert bool(made.notes) is not hit


def test_what_a_finding_lacks_matches_nothing():
    made = reasons({"rule": "a.one", "run": "*"}, run=None, board="b")
    assert made.findings[0].suppressed is None


def test_the_first_that_matches_gives_the_reason_and_both_are_used():
    made = reasons(
        {"rule": "a.one", "run": "*", "reason": "first"},
        {"rule": "a.one", "run": "*", "reason": "second"},
    )
    assert made.findings[0].suppressed == "first"
    assert made.notes == ()


def test_a_rule_that_does_not_exist_is_refused():
    with pytest.raises(UsageError, match=r"suppress: no rule or family .*'c\.x'"):
        reasons({"rule": "c.x", "run": "*"})
