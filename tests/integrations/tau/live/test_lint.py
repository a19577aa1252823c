"""`evalrata lint` reads the archive back, and agrees with the card."""

import pytest
from msgspec import structs
from tests.integrations.tau.live.driving import recorded
from tests.integrations.tau.live.scenarios import EXPECTED

from evalrata.integrations import lint_paths
from evalrata.integrations.tau.live import instrument_env, isolate


def linted(letter, tmp_path, wrap):
    path = tmp_path / "a.jsonl"
    _, card = recorded(letter, path, wrap)
    return lint_paths([path]), card


@pytest.mark.parametrize("letter", EXPECTED)
@pytest.mark.parametrize("wrap", [instrument_env, isolate])
def test_the_numbers_are_the_cards(letter, wrap, tmp_path):
    report, card = linted(letter, tmp_path, wrap)

    (row,) = report.runs
    assert (row.graded, row.ungraded) == (card.episodes.graded, card.episodes.ungraded)
    assert (row.crashed, row.censored) == (0, 0)
    assert structs.replace(row.score, reported=None) == card.score
    assert row.actions == card.actions


@pytest.mark.parametrize(
    ("letter", "wrap", "expected"),
    [
        ("a", instrument_env, {"grading.idle-pass"}),
        ("b", instrument_env, {"grading.ungraded-as-failure"}),
        ("d", instrument_env, {"grading.idle-pass"}),
        ("e", instrument_env, {"grading.graded-twice"}),
        ("e", isolate, set()),
        ("k", isolate, {"grading.ungraded-as-failure"}),
    ],
)
def test_the_findings_are_what_the_agent_did(letter, wrap, expected, tmp_path):
    report, _ = linted(letter, tmp_path, wrap)

    assert {
        f.rule for f in report.findings if f.rule.startswith("grading.")
    } == expected
