"""How samples ended and whether they were graded, beside Inspect's own log."""

import pytest

from evalrata.integrations import lint_paths

pytestmark = pytest.mark.live


def four(made, count):
    return made.mock("agent", [made.says("4")] * count)


def grades(made, lines):
    return {key: e["grade"] for key, e in made.episodes_of(lines).items()}


def endings(made, lines):
    found = made.episodes_of(lines)
    # The encoding leaves out what is the default: `unknown`.
    return {key: e["termination"].get("kind") for key, e in found.items()}


def test_samples_and_epochs_are_episodes(made, recorded):
    log, card, lines = recorded(
        made.sums(3, scorers=[made.match()], epochs=2), four(made, 6)
    )

    expected = {(str(s.id), s.epoch) for s in log.samples}
    assert set(made.episodes_of(lines)) == expected
    assert (card.episodes.started, card.episodes.declared) == (6, 6)
    assert (card.episodes.graded, card.episodes.missing) == (6, 0)
    assert (
        card.score.graded_only.value == log.results.scores[0].metrics["accuracy"].value
    )


def test_part_of_a_task_is_declared_as_what_is_run(made, recorded):
    _, card, _ = recorded(made.sums(3, scorers=[made.match()]), four(made, 2), limit=2)

    assert (card.episodes.declared, card.episodes.missing) == (2, 0)


def test_the_score_is_inspects(made, recorded):
    outputs = [made.says(text) for text in ("4", "5", "4", "4")]
    log, card, lines = recorded(
        made.sums(4, scorers=[made.match()]), made.mock("agent", outputs), max_samples=1
    )

    assert log.results.scores[0].metrics["accuracy"].value == 0.75
    assert card.score.graded_only.value == 0.75
    assert {k: g["value"] for k, g in grades(made, lines).items()} == {
        ("0", 1): 1.0,
        ("1", 1): 0.0,
        ("2", 1): 1.0,
        ("3", 1): 1.0,
    }


def test_an_error_is_a_crash_and_not_a_failure(made, recorded):
    log, card, lines = recorded(
        made.sums(2, solvers=[made.failing(1)], scorers=[made.match()]),
        four(made, 2),
        fail_on_error=False,
    )

    assert [s.error is not None for s in log.samples] == [True, True]
    assert set(endings(made, lines).values()) == {"crashed"}
    assert (card.episodes.crashed, card.episodes.ungraded) == (2, 2)
    assert card.graded_fraction == 0.0
    assert card.score.graded_only is None
    for grade in grades(made, lines).values():
        assert grade["state"] == "ungraded"
        assert "stored" not in grade


def test_a_limit_is_censored_and_the_sample_still_graded(made, recorded):
    outputs = [made.uses_tool(1), made.uses_tool(2), made.says("4")]
    log, card, lines = recorded(
        made.sums(1, scorers=[made.match()]),
        made.mock("agent", outputs),
        message_limit=3,
    )

    assert log.samples[0].limit.type == "message"
    assert endings(made, lines) == {("0", 1): "censored"}
    assert (card.episodes.censored, card.episodes.graded) == (1, 1)
    (episode,) = made.episodes_of(lines).values()
    assert episode["termination"]["reason"].startswith("message limit of 3")


def test_samples_that_another_ones_error_cancelled(made, recorded):
    log, card, lines = recorded(
        made.sums(2, solvers=[made.waiting_but_one(1)], scorers=[made.match()]),
        four(made, 2),
    )

    assert log.status == "error"
    assert endings(made, lines) == {("0", 1): None, ("1", 1): "crashed"}
    assert card.episodes.ungraded == 2
    assert "Inspect ended the task with status error" in card.notes
    assert card.usage.root.total == 46


def test_what_the_scorer_could_not_score_is_ungraded(made, recorded):
    values = [1, made.unscored(), "no number", {"style": 1}]
    log, card, lines = recorded(
        made.sums(4, scorers=[made.giving(*values)]), four(made, 4), max_samples=1
    )

    # Inspect leaves out the second, and counts the third and fourth as 0.
    assert log.results.scores[0].unscored_samples == 1
    assert (card.episodes.graded, card.episodes.ungraded) == (1, 3)
    states = [g["state"] for g in grades(made, lines).values()]
    assert states == ["graded", "ungraded", "ungraded", "ungraded"]
    no_number = "the score of giving is no number"
    assert {
        f"2 samples get no grade from Inspect: {no_number}",
        (
            f"1 sample gets no grade from Inspect: {no_number}, but a dict: "
            "attach(score=...) takes giving/style"
        ),
    } <= set(card.notes)


def test_a_sample_without_the_first_score_is_graded_by_no_other_scorer(made, recorded):
    scorers = [made.giving(1, None, None), made.match()]
    log, card, lines = recorded(
        made.sums(3, scorers=scorers), four(made, 3), max_samples=1
    )

    assert [list(s.scores) for s in log.samples] == [
        ["giving", "match"],
        ["match"],
        ["match"],
    ]
    assert [
        (g["state"], g.get("value"), g["reason"]) for g in grades(made, lines).values()
    ] == [
        ("graded", 1.0, "graded by giving"),
        ("ungraded", None, "the sample has no score of giving"),
        ("ungraded", None, "the sample has no score of giving"),
    ]
    assert card.score.graded_only.n == 1
    assert {
        "2 samples get no grade from Inspect: the sample has no score of giving",
        "3 samples have a score of match; the grade is the score of giving",
    } <= set(card.notes)


def test_scores_of_a_solver_alone_are_no_grade_unless_named(made, recorded, tmp_path):
    def task():
        return made.sums(1, solvers=[made.scoring_itself()], scorers=[])

    _, card, lines = recorded(task(), four(made, 1))
    (grade,) = grades(made, lines).values()
    assert (grade["state"], card.episodes.graded) == ("ungraded", 0)
    assert grade["reason"].startswith("the task names no scorer")
    for name in ("run.jsonl", "card.json"):
        (tmp_path / name).unlink()

    _, card, lines = recorded(task(), four(made, 1), score="itself")
    (grade,) = grades(made, lines).values()
    assert (grade["value"], grade["reason"]) == (0.5, "graded by itself")


def test_of_several_scorers_the_first_counts_unless_one_is_named(
    made, recorded, tmp_path
):
    def task():
        return made.sums(1, scorers=[made.match(), made.giving({"a": 0.25})])

    _, card, lines = recorded(task(), four(made, 1))
    (grade,) = grades(made, lines).values()
    assert (grade["value"], grade["reason"]) == (1.0, "graded by match")
    assert "1 sample has a score of giving; the grade is the score of match" in (
        card.notes
    )
    for name in ("run.jsonl", "card.json"):
        (tmp_path / name).unlink()

    _, card, lines = recorded(task(), four(made, 1), score="giving/a")
    (grade,) = grades(made, lines).values()
    assert (grade["value"], grade["reason"]) == (0.25, "graded by giving/a")


def test_tools_are_the_actors_whose_model_called_them(made, recorded):
    outputs = [made.uses_tool(1), made.uses_tool(2), made.says("4")]
    _, card, lines = recorded(
        made.sums(1, scorers=[made.match()]), made.mock("agent", outputs)
    )

    (episode,) = made.episodes_of(lines).values()
    assert episode["actions"] == [
        {
            "name": "add",
            "arguments": {"x": x, "y": 1},
            "actor": "agent",
            "known": "aligned",
        }
        for x in (1, 2)
    ]
    assert card.actions.agent == 2


def test_lint_finds_what_the_card_says(made, recorded, tmp_path):
    _, card, _ = recorded(
        made.sums(2, solvers=[made.failing(1)], scorers=[made.match()]),
        four(made, 2),
        fail_on_error=False,
    )

    (row,) = lint_paths([tmp_path / "run.jsonl"]).runs
    assert row.score.low == card.score.low
    assert row.score.high == card.score.high
