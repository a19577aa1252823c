"""What a run says of itself before it starts, and what is held against it."""

import json

import pytest

from evalrata.instrument import episode, run
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument


class Task:
    def __str__(self):
        raise RuntimeError("no text")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"trials": "2"}, "trials='2': give a whole number"),
        ({"trials": True}, "trials=True: give a whole number"),
        ({"trials": 1.5}, "give a whole number"),
        ({"tasks": 2.5}, "tasks=2.5: give a whole number"),
        ({"tasks": True}, "tasks=True"),
        ({"tasks": b"abc"}, "give a list of names, or their number"),
        ({"tasks": ["1", None]}, "one of tasks is None"),
        ({"tasks": [Task()]}, "this Task cannot be written as text"),
        ({"tasks": ["1", "2", 1]}, "'1' comes more than once"),
        ({"models": 5}, "models=5: give a list of names"),
        ({"instruments": ["x"]}, "'x' is no Instrument"),
        ({"instruments": "x"}, "give a list of Instruments"),
        ({"instruments": [Instrument(role="robot", name="x")]}, "'robot' is no role"),
        ({"benchmark": ["tau"]}, "benchmark=.*: give a text"),
        ({"agent": b"mine"}, "agent=.*: give a text"),
    ],
)
def test_what_cannot_be_recorded_is_refused_at_the_start(arguments, said):
    with pytest.raises(UsageError, match=said):
        run("r", **arguments)


def test_a_run_has_a_name():
    with pytest.raises(UsageError, match="the run's id is None"):
        run(None)


def test_what_has_a_text_is_recorded_by_it(tmp_path):
    with run(7, agent=1.5, models=(m for m in ("a", "b")), tasks=range(2)) as live:
        pass

    card = live.card()
    assert (card.run, card.agent, card.models) == ("7", "1.5", ("a", "b"))
    assert live.record().declared_tasks == ("0", "1")


@pytest.mark.parametrize("tasks", [3, ["1", "2", "3"]])
def test_the_archive_says_how_many_tasks_there_are(tmp_path, tasks):
    path = tmp_path / "run.jsonl"
    with run("r", archive=path, tasks=tasks, trials=2):
        pass
    head, closed = map(json.loads, path.read_text().splitlines())

    for stated in (head["run"], closed["closed"]["run"]):
        assert stated.get("declared_count") == (3 if tasks == 3 else None)
        assert stated.get("declared_tasks") == (None if tasks == 3 else ["1", "2", "3"])
        assert stated["declared_trials"] == 2


def made(attempts, **said):
    with run("r", **said) as live:
        for task, trial in attempts:
            with episode(task, trial):
                pass
    counts = live.card().episodes
    return counts.declared, counts.missing, counts.undeclared, counts.repeated


@pytest.mark.parametrize(
    ("said", "attempts", "counts"),
    [
        # Without trials= several of a task are what the run says, not too many.
        ({"tasks": ["1", "2"]}, [("1", 0), ("1", 1), ("3", 0)], (2, 1, 1, 0)),
        ({"tasks": 1}, [("1", 0), ("1", 1), ("3", 0)], (1, 0, 1, 0)),
        ({"tasks": ["1"], "trials": 2}, [("1", 0), ("1", 1), ("1", 2)], (2, 0, 1, 0)),
        ({"tasks": 1, "trials": 2}, [("1", 0), ("1", 1), ("2", 0)], (2, 0, 1, 0)),
        # A retry is no episode that was not declared.
        ({"tasks": ["1"], "trials": 1}, [("1", 0), ("1", 0)], (1, 0, 0, 1)),
        ({}, [("1", None), ("1", None), ("1", None)], (None, None, None, 2)),
    ],
)
def test_what_was_made_is_held_against_what_was_said(said, attempts, counts):
    assert made(attempts, **said) == counts


def test_what_was_not_declared_and_what_was_repeated_is_noted():
    with run("r", tasks=["1"]) as live:
        for task in ("1", "2", "2"):
            with episode(task):
                pass

    assert live.card().notes == (
        "episodes (task and trial) that the run had not declared: 1",
        (
            "episodes begun under a task and trial that had been begun before, each of "
            "which counts: 1"
        ),
    )


def test_a_run_that_is_not_open_says_where_its_methods_are():
    with pytest.raises(
        AttributeError, match=r"`with run\(\.\.\.\) as live:`.*live\.pin"
    ):
        run("r").pin("judge", "mine")
    with pytest.raises(AttributeError, match="'run' object has no attribute 'pinn'"):
        run("r").pinn("judge", "mine")


def test_usage_is_by_one_of_three():
    with run("r") as live, pytest.raises(UsageError, match="say one of actor, model"):
        live.usage("task")
