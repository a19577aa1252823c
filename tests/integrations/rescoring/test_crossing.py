"""Which change moved a result."""

import pytest
from msgspec import structs
from tests.integrations.rescoring.invented import EVALUATOR, TASKS

from evalrata.integrations.rescoring.crossing import cause_of, cells, put_together
from evalrata.integrations.rescoring.driver import Found
from evalrata.integrations.rescoring.thresholds import Thresholds
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Mismatch, Regrade, Validation

CELLS = cells("A", "B")
OTHERS = structs.replace(TASKS, digest="sha256:" + "cd" * 32)


@pytest.mark.parametrize(
    ("values", "cause"),
    [
        # A/A, B/A (other code), A/B (other tasks), B/B
        ((1, 1, 1, 1), None),
        ((0, 1, 0, 1), "code"),
        ((0, 0, 1, 1), "tasks"),
        ((0, 1, 1, 1), "either"),
        ((0, 0, 0, 1), "both"),
        ((0, 1, 0, 0), "cancels"),
        ((0, 0, 1, 0), "cancels"),
        ((0, 1, 1, 0), "cancels"),
        ((0, 0.5, 0.25, 1), "both"),
        ((0, None, 1, 1), "unknown"),
        ((0, None, 0, 0), None),
        ((None, None, None, None), None),
    ],
)
def test_causes(values, cause):
    assert cause_of(dict(zip(CELLS, values, strict=True))) == cause


def cell(*values, calls=10, mismatched=0, reproduced=10, tasks=TASKS):
    return Found(
        evaluator=EVALUATOR,
        task_data=tasks,
        episodes=tuple(
            Regrade(run="r", task=str(i), pointer=f"/{i}", state="graded", value=v)
            for i, v in enumerate(values)
        ),
        replay=Replayed(calls=calls, mismatched=mismatched),
        validations=(Validation(kind="regrade", episodes=10, reproduced=reproduced),),
    )


def test_four_cells():
    # Task 0: code.  Task 1: tasks.  Task 2: not graded in B/B.  Task 3: the same.
    four = {
        "A/A": cell(0, 1, 1, 1),
        "B/A": cell(1, 1, 0, 1),
        "A/B": cell(0, 0, 1, 1, reproduced=2, tasks=OTHERS),
        "B/B": cell(1, 0, None, 1, reproduced=2, tasks=OTHERS),
    }
    made = put_together(four, Thresholds())
    assert made.refused == ()
    assert made.crossed.episodes == 3
    assert made.crossed.scores == {"A/A": 2 / 3, "B/A": 1, "A/B": 1 / 3, "B/B": 2 / 3}
    assert made.crossed.causes == {"code": 1, "tasks": 1, "unknown": 1}
    assert [(f.task, f.cause) for f in made.crossed.flips] == [
        ("0", "code"),
        ("1", "tasks"),
        ("2", "unknown"),
    ]
    assert made.crossed.flips[2].results == {"A/A": 1, "B/A": 0, "A/B": 1, "B/B": None}


def test_numbers_of_a_refused_cell_are_not_used():
    # The second episode is not graded in B/A: one of three is left in three cells.
    four = {name: cell(0, 1, 1) for name in CELLS}
    four["B/A"] = cell(1, None, 0)
    four["B/B"] = cell(1, 1, 1, mismatched=5)
    made = put_together(four, Thresholds())
    assert list(made.crossed.refused) == ["B/B"]
    (reason,) = made.refused
    assert reason.startswith("B/B: 5 of 10 replayed calls")
    assert made.crossed.episodes == 2
    assert made.crossed.scores == {"A/A": 0.5, "B/A": 0.5, "A/B": 0.5, "B/B": None}
    assert (made.crossed.flips, made.crossed.causes) == ((), {})
    assert made.crossed.replay["B/B"] == Replayed(calls=10, mismatched=5)


def test_mismatches_of_a_refused_cell_stay_with_their_places():
    seen = Mismatch(call="open", recorded="a", replayed="b", pointer="/traj/2")
    four = {name: cell(0, mismatched=9 * (name == "A/B")) for name in CELLS}
    for name in ("A/A", "A/B"):
        (episode,) = four[name].episodes
        episode = structs.replace(episode, pointer="/7", mismatches=(seen,) * 9)
        four[name] = structs.replace(four[name], episodes=(episode,))
    made = put_together(four, Thresholds())
    (kept,) = made.crossed.mismatches.items()
    assert kept == ("A/B", (structs.replace(seen, pointer="/7/traj/2"),) * 5)


def test_a_cell_without_results_to_compare_has_to_give_recorded_ones_again():
    four = {name: cell(1, calls=0) for name in CELLS}
    assert put_together(four, Thresholds()).refused == ()
    four["B/A"] = cell(0, calls=0, reproduced=9)
    (reason,) = put_together(four, Thresholds()).refused
    assert reason.startswith("B/A: no replayed call of r has a recorded result")
    assert put_together(four, Thresholds(max_mismatch=1)).refused == ()


def test_tasks_that_are_defined_the_same_move_nothing():
    four = {
        "A/embedded": cell(0, 1),
        "B/embedded": cell(1, 1),
        "A/A": cell(0, 0),
        "B/A": cell(1, 0),
    }
    made = put_together(four, Thresholds()).crossed
    assert (list(made.tasks), made.tasks_same) == (["embedded", "A"], True)
    # The second moved with the set of tasks, whose definitions are the same.
    assert made.causes == {"code": 1, "unknown": 1}
    other = {
        n: structs.replace(f, task_data=OTHERS) for n, f in four.items() if "/A" in n
    }
    made = put_together({**four, **other}, Thresholds()).crossed
    assert (made.tasks_same, made.causes) == (False, {"code": 1, "tasks": 1})
    none = {n: structs.replace(f, task_data=None) for n, f in four.items()}
    assert put_together(none, Thresholds()).crossed.tasks_same is None


def test_a_build_crossed_with_itself():
    four = {name: cell(0) for name in CELLS}
    assert put_together(four, Thresholds()).crossed.evaluators_same is True
    other = structs.replace(EVALUATOR, version="3.0")
    four["B/A"] = structs.replace(four["B/A"], evaluator=other)
    assert put_together(four, Thresholds()).crossed.evaluators_same is False
    four["B/A"] = structs.replace(
        four["B/A"], evaluator=structs.replace(EVALUATOR, version=None)
    )
    assert put_together(four, Thresholds()).crossed.evaluators_same is None


def test_one_cell_has_to_give_the_recorded_results():
    four = {name: cell(0, reproduced=9) for name in CELLS}
    made = put_together(four, Thresholds())
    (reason,) = made.refused
    assert "none does better than 90.0%" in reason
    assert (set(made.crossed.scores.values()), made.crossed.episodes) == ({None}, 0)
    four["A/B"] = cell(0, reproduced=10)
    assert put_together(four, Thresholds()).refused == ()
    assert put_together(four, Thresholds(min_reproduced=0)).refused == ()
    # One that is itself refused proves nothing.
    four["A/B"] = cell(0, reproduced=10, mismatched=9)
    assert put_together(four, Thresholds()).refused != ()


def test_where_all_four_are_refused_each_says_why():
    four = {name: cell(0, mismatched=n + 1) for n, name in enumerate(CELLS)}
    reasons = put_together(four, Thresholds()).refused
    assert [reason.split(" replayed")[0] for reason in reasons] == [
        "A/A: 1 of 10",
        "B/A: 2 of 10",
        "A/B: 3 of 10",
        "B/B: 4 of 10",
    ]
