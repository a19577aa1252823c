import pytest
from tests.integrations.hal.evals.read import grades, read


def test_gaia_scores():
    records, faults = read(
        "gaia",
        {
            "a": {"score": True, "explanation": "x"},
            "b": {"score": 0},
            "c": {"explanation": "x"},
            "d": "ERROR: x",
            "e": [{"score": False}, {"score": True}],
        },
    )

    assert faults == []
    assert grades(records) == [
        ("a", "graded", 1.0, 1.0),
        ("b", "graded", 0.0, 0.0),
        ("c", "unknown", None, None),
        ("d", "ungraded", None, None),
        ("e", "graded", 0.0, 0.0),
        ("e", "graded", 1.0, 1.0),
    ]
    assert records.run.reported.score_pointer == "/results/accuracy"


@pytest.mark.parametrize(
    ("answers", "grade"),
    [
        ((2, 2, 1, 1), ("graded", 1.0, 1.0)),
        ((2, 2, 0, 0), ("graded", 1.0, 1.0)),
        ((2, 2, 0, 1), ("graded", 0.0, 0.0)),
        ((1, 2, 1, 1), ("graded", 0.0, 0.0)),
        ((0, 0, 0, 0), ("unknown", None, None)),
        ((2, 2, None, 1), ("unknown", None, None)),
    ],
)
def test_corebench_passes_only_with_every_question(answers, grade):
    keys = (
        "correct_written_answers",
        "total_written_questions",
        "correct_vision_answers",
        "total_vision_questions",
    )
    value = {"capsule-1": dict(zip(keys, answers, strict=True))}

    assert grades(read("corebench_hard", value)[0]) == [("capsule-1", *grade)]


def test_a_corebench_evaluation_that_raised_decides_nothing():
    value = {
        "correct_written_answers": 0,
        "total_written_questions": 2,
        "correct_vision_answers": 0,
        "total_vision_questions": 0,
        "error": "Expecting value: line 1\nmore",
    }
    records, _ = read("corebench_easy", {"capsule-1": value})

    assert grades(records) == [("capsule-1", "unknown", None, 0.0)]
    assert records.episodes[0].grade.reason == (
        "the evaluation raised: Expecting value: line 1"
    )


def test_assistantbench_has_scores_without_tasks():
    value = {
        "scores": [1.0, 0.25, 0.0],
        "answers": [1, 1, 0],
        "successful_tasks": ["x"],
        "failed_tasks": ["y", "z"],
    }
    records, faults = read("assistantbench", value, average_score=5 / 12)

    assert faults == []
    assert grades(records) == [
        ("#0", "graded", 1.0, 1.0),
        ("#1", "graded", 0.25, 0.25),
        ("#2", "unknown", None, 0.0),
    ]
    assert {tuple(e.notes["missing"]) for e in records.episodes} == {("task_id",)}
    assert records.run.reported.score == pytest.approx(5 / 12)


@pytest.mark.parametrize(
    "value", [{}, {"scores": [1.0]}, {"scores": [1.0], "answers": []}]
)
def test_assistantbench_without_matching_lists_is_a_fault(value):
    records, faults = read("assistantbench", value)

    assert records.episodes == ()
    assert faults == [
        ("/raw_eval_results", "has no lists scores and answers of equal length")
    ]
