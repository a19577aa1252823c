"""Every report says what graded: the build and how it is known, or why it is not."""

import pytest
from tests.cli.reports import run

from evalrata.cli.render.pins import pin, pin_counts, pins, run_pins
from evalrata.lint.summary import run_row
from evalrata.lint.view import RunView
from evalrata.schemas.records import Instrument, Run, RunRecords, Where

GRADER = Instrument(role="evaluator", name="g", version="1", known="HEAD, unmodified")
NAMED = Instrument(role="evaluator", name="g", version="1", pointer="/info/version")
BARE = Instrument(role="evaluator", name="g")
TASKS = Instrument(role="task_data", name="t", digest="sha256:0123456789abcdef")


@pytest.mark.parametrize(
    ("instrument", "text"),
    [
        (GRADER, "evaluator g 1 (HEAD, unmodified)"),
        (NAMED, "evaluator g 1 (named at /info/version)"),
        (BARE, "evaluator g (unpinned)"),
        (TASKS, "task data t #0123456789ab"),
    ],
)
def test_how_a_build_is_known_stands_beside_it(instrument, text):
    assert pins([instrument]) == [text]


def test_an_edit_is_not_cut_off_with_the_commit():
    edited = Instrument(role="evaluator", name="g", commit=f"{'ab' * 20}-dirty")

    assert pin(edited) == "g @abababababab-dirty"


def row(*instruments, **lacks):
    found = Run(
        id="r", format="x", where=Where("f"), instruments=instruments, lacks=lacks
    )
    return run_row(RunView(RunRecords(run=found)))


def test_what_is_not_named_is_said_with_the_reason():
    found = row(evaluator="this format names no version")

    assert found.not_named == {
        "evaluator": "this format names no version",
        "task_data": "the record names none",
    }
    assert run_pins(found) == [
        "evaluator not named: this format names no version",
        "task data not named: the record names none",
    ]


def test_what_is_named_without_a_build_is_unpinned():
    found = row(BARE, TASKS)

    assert found.not_named == {}
    assert run_pins(found) == ["evaluator g (unpinned)", "task data t #0123456789ab"]


def test_the_pins_of_many_runs_are_counted():
    no_tasks = {"task_data": "not in the format"}
    rows = [
        run("a", instruments=(GRADER, TASKS)),
        run("b", instruments=(GRADER,), not_named=no_tasks),
        run("c", instruments=(), not_named={"evaluator": "w", **no_tasks}),
    ]

    assert list(pin_counts(rows)) == [
        ("evaluator", ["g 1 x2", "not named (w) x1"]),
        ("task data", ["not named (not in the format) x2", "t #0123456789ab x1"]),
    ]


def test_a_role_that_nobody_names_and_nobody_asks_for_is_left_out():
    assert list(pin_counts([run("a", instruments=())])) == []
