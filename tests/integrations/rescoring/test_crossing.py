"""Which change moved a result."""

import pytest
from tests.integrations.rescoring.invented import EVALUATOR, TASKS

from evalrata.integrations.rescoring.crossing import CELLS, cause_of, put_together
from evalrata.integrations.rescoring.driver import Found
from evalrata.integrations.rescoring.thresholds import Thresholds
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Regrade, Validation


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


def cell(*values, mismatched=0, reproduced=10):
    return Found(
        evaluator=EVALUATOR,
        task_data=TASKS,
        episodes=tuple(
            Regrade(run="r", task=str(i), pointer=f"/{i}", state="graded", value=v)
            for i, v in enumerate(values)
        ),
        replay=Replayed(calls=10, mismatched=mismatched),
        validations=(Validation(kind="regrade", episodes=10, reproduced=reproduced),),
    )


def test_four_cells():
    # Task 0: code.  Task 1: tasks.  Task 2: not graded in B/B.  Task 3: the same.
    cells = {
        "A/A": cell(0, 1, 1, 1),
        "B/A": cell(1, 1, 0, 1),
        "A/B": cell(0, 0, 1, 1, reproduced=2),
        "B/B": cell(1, 0, None, 1, reproduced=2),
    }
    made = put_together(cells, Thresholds())
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
    cells = {name: cell(0, 1) for name in CELLS}
    cells["B/B"] = cell(1, 1, mismatched=5)
    made = put_together(cells, Thresholds())
    assert list(made.crossed.refused) == ["B/B"]
    assert made.crossed.episodes == 0
    assert set(made.crossed.scores.values()) == {None}
    assert made.crossed.flips == ()
    assert made.crossed.replay["B/B"] == Replayed(calls=10, mismatched=5)


def test_one_cell_has_to_give_the_recorded_results():
    cells = {name: cell(0, reproduced=9) for name in CELLS}
    (reason,) = put_together(cells, Thresholds()).refused
    assert "none does better than 90.0%" in reason
    cells["A/B"] = cell(0, reproduced=10)
    assert put_together(cells, Thresholds()).refused == ()
    assert put_together(cells, Thresholds(min_reproduced=0)).refused == ()
    # One that is itself refused proves nothing.
    cells["A/B"] = cell(0, reproduced=10, mismatched=9)
    assert put_together(cells, Thresholds()).refused != ()


def test_where_all_four_are_refused_each_says_why():
    cells = {name: cell(0, mismatched=n + 1) for n, name in enumerate(CELLS)}
    reasons = put_together(cells, Thresholds()).refused
    assert [reason.split(" replayed")[0] for reason in reasons] == [
        "A/A: 1 of 10",
        "B/A: 2 of 10",
        "A/B: 3 of 10",
        "B/B: 4 of 10",
    ]
