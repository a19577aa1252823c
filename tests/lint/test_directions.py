import pytest

from evalrata.lint.directions import direction_of

UP = [
    "re-grading existing trajectories moves scores **only upward** (no one lost).",
    "Re-scored: results only moved up.",
    "Re-scored; scores only went up.",
    "Scores can only go up under the new grader.",
    "Re-graded; scores never decrease.",
    "Re-graded, which never lowers a score.",
    "Re-scored, no previously-passing simulation fails.",
    "Re-scored: no passing episode failed.",
    "Re-scored, no score fell.",
    "Re-graded: no result went down",
    "The fixes only raise scores.",
    "Re-graded; airline only up by 0.02.",
    "Re-graded under 1.0.1; this only ever improves pass rates.",
]
DOWN = [
    "Re-scored; scores only went down.",
    "Scores can only go down, since idle passes are taken back.",
    "Re-scored; no previously failing episode passes.",
    "Re-graded, which never raises a score.",
    "Re-graded: scores moved only downward.",
    "The stricter check only lowers scores.",
]
NEITHER = [
    "Re-scored: the scores did not only move up.",
    "Re-scored; scores didn't only go up.",
    "Re-graded; it is not true that no passing run failed.",
    "We re-graded only higher-cost runs.",
    "We re-scored only improved submissions.",
    "Re-scored, only lower bounds are given.",
    "Re-scored; only lowered temperatures are shown.",
    "Re-scored with only up to 3 turns.",
    "Re-scored; only upward-looking agents were chosen.",
    "No passing run was scored again, and failing ones were.",
    "Re-scored; no score fell below 0.1.",
    "Re-scored; the agent never drops a call.",
    "Re-scored: airline only up, retail only down.",
    "Re-scored under 1.0.1.",
    "",
]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        *((text, "up") for text in UP),
        *((text, "down") for text in DOWN),
        *((text, None) for text in NEITHER),
    ],
)
def test_a_sentence_names_one_direction_or_none(text, direction):
    assert direction_of(text) == direction


@pytest.mark.parametrize(
    "text",
    ["no passing " + "only moves scores up to " * 5_000, "not " + "only up, " * 9_000],
)
def test_a_long_sentence_is_read_in_time(text):
    assert direction_of(text) is None
