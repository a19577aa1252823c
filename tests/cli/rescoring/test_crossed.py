"""``evalrata rescore --evaluators A,B --tasks A,B`` on an invented benchmark."""

import json

import pytest
from tests.integrations.rescoring.invented import FakeDriver, results

from evalrata.cli import main
from evalrata.cli.rescoring import running
from evalrata.schemas.errors import UsageError


class Four:
    """Is another driver for each cell, in their order."""

    name = "toybench"
    formats = ("tau-bench",)

    def __init__(self, *drivers):
        self.drivers, self.asked = list(drivers), []

    def rescore(self, taken, checkout):
        self.asked.append(checkout)
        return self.drivers[len(self.asked) - 1].rescore(taken, checkout)


@pytest.fixture
def cross(tmp_path, monkeypatch):
    """Run a cross; returns its exit code and the folder that it wrote."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c", "data"):
        (tmp_path / name).mkdir()

    def run(driver, tasks="A,embedded", *options):
        monkeypatch.setattr(running, "driver_called", lambda name: driver)
        words = ["rescore", "toybench", str(results(tmp_path / "data"))]
        words += ["--evaluators", "a,b", "--tasks", tasks, "--python", "p,q"]
        return main([*words, "-o", "out", *options]), tmp_path / "out"

    return run


def loaded(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_cross(cross, capsys):
    driver = FakeDriver(1.0, 0.0, 1.0, None)
    code, out = cross(driver)
    assert code == 0
    assert [(c.path.name, c.python, c.embedded) for c in driver.asked] == [
        ("a", "p", False),
        ("b", "q", False),
        ("a", "p", True),
        ("b", "q", True),
    ]
    assert [c.tasks and c.tasks.name for c in driver.asked] == [None, "a", None, None]
    crossed = loaded(out / "crossed.json")
    names = ["A/A", "B/A", "A/embedded", "B/embedded"]
    assert crossed["scores"] == dict.fromkeys(names, 2 / 3)
    assert crossed["flips"] == []
    assert not (out / "after").exists()
    said = capsys.readouterr().out
    assert "A/embedded: 1 of 4 not graded, 1: no tools" in said
    assert "task data was not varied: both sets define each task" in said
    assert "evaluator  not varied: both are the same build" in said
    assert "3 episodes graded in all four cells; exit 0" in said


@pytest.mark.parametrize(
    ("tasks", "names", "folders"),
    [
        ("embedded,A", ["embedded", "A"], [None, None, None, "a"]),
        ("B,A", ["B", "A"], ["b", None, None, "a"]),
        ("c,A", ["C", "A"], ["c", "c", None, "a"]),
        ("B,c", ["B", "D"], ["b", None, "c", "c"]),
    ],
)
def test_task_data_has_the_name_that_was_given(cross, tasks, names, folders):
    driver = FakeDriver(1.0, 0.0, 1.0, 1.0)
    code, out = cross(driver, tasks)
    assert code == 0
    crossed = loaded(out / "crossed.json")
    assert list(crossed["tasks"]) == names
    first, second = names
    cells = [f"A/{first}", f"B/{first}", f"A/{second}", f"B/{second}"]
    assert list(crossed["scores"]) == cells
    assert [c.tasks and c.tasks.name for c in driver.asked] == folders


def test_one_set_of_task_data_is_no_cross(cross, capsys):
    assert cross(FakeDriver(), "A,A")[0] == 2
    assert "--tasks A,A: names one set of task data twice" in capsys.readouterr().err


def test_a_refused_cell_refuses_the_cross(cross, capsys):
    # The other three: 2 of 4, 3 of 4 and 2 of 4; in all of them three are graded.
    driver = Four(
        FakeDriver(1.0, 0.0, 1.0, None),
        FakeDriver(1.0, 1.0, 1.0, 0.0),
        FakeDriver(1.0, 1.0, 0.0, 1.0, calls=10, mismatched=1),
        FakeDriver(1.0, 0.0, 1.0, 0.0),
    )
    code, out = cross(driver)
    assert code == 1
    assert [p.name for p in out.iterdir()] == ["rescore.json"]
    report = loaded(out / "rescore.json")
    (reason,) = report["refused"]
    assert reason.startswith("A/embedded: 4 of 40 replayed calls gave another result")
    crossed = report["crossed"]
    assert crossed["scores"] == {
        "A/A": 2 / 3,
        "B/A": 1,
        "A/embedded": None,
        "B/embedded": 2 / 3,
    }
    assert (crossed["flips"], crossed["causes"]) == ([], {})
    said = capsys.readouterr().out
    assert said.startswith("REFUSED: cells of this cross are not to be used")
    assert "over 3 episodes graded in A/A, B/A, B/embedded\n" in said
    assert "moved" not in said.replace("what moved a result cannot", "")
    assert said.endswith("refused; exit 1 (refused: not to be reported)\n")


def test_a_cross_that_nothing_proves_gives_no_score(cross, capsys):
    code, out = cross(FakeDriver(1.0, 0.5, 1.0, 1.0, proven=1))
    assert code == 1
    report = loaded(out / "rescore.json")
    assert "no cell gives enough of the recorded results" in report["refused"][0]
    assert set(report["crossed"]["scores"].values()) == {None}
    said = capsys.readouterr().out
    assert said.startswith("REFUSED: the results of this re-score are not to be")
    assert "moved" not in said


def test_without_an_episode_graded_in_all_four_there_is_nothing(cross, capsys):
    driver = Four(
        *(FakeDriver(1.0, 0.0, None, None) for _ in range(3)),
        FakeDriver(None, None, 1.0, 1.0),
    )
    code, out = cross(driver, "A,embedded", "--max-ungraded", "1")
    assert code == 3
    assert not out.exists()
    said = capsys.readouterr().err
    assert "nothing to score again: no episode is graded in all four cells" in said
    assert "B/embedded: 2 of 4 not graded, 2: no tools" in said


def test_notes_name_their_cells(cross):
    class Noting(FakeDriver):
        def rescore(self, taken, checkout):
            found = super().rescore(taken, checkout)
            note = "tasks absent" if checkout.embedded else "tasks there"
            return found.__class__(
                **{n: getattr(found, n) for n in found.__struct_fields__}
                | {"notes": (note,)}
            )

    _, out = cross(Noting(1.0, 0.0, 1.0, 1.0))
    notes = loaded(out / "rescore.json")["notes"]
    assert notes[-2:] == [
        "A/A, B/A: tasks there",
        "A/embedded, B/embedded: tasks absent",
    ]


def test_an_error_names_its_cell_and_the_option(cross, capsys):
    class Failing(FakeDriver):
        def rescore(self, taken, checkout):
            if checkout.python == "q":
                raise UsageError("q cannot import the benchmark: No module named 'x'")
            return super().rescore(taken, checkout)

    assert cross(Failing(1.0, 0.0, 1.0, 1.0))[0] == 2
    said = capsys.readouterr().err
    assert "B/A (evaluator/tasks): q cannot import the benchmark" in said
    assert "--python PYTHON names the interpreter" in said


def test_the_cell_that_is_graded_is_shown(cross, showing):
    cross(FakeDriver(1.0, 0.0, 1.0, 1.0))
    assert [said for said in showing if said[0] == "grading"] == [
        ("grading", "4 episodes of 1 run: cell A/A, 1 of 4"),
        ("grading", "4 episodes of 1 run: cell B/A, 2 of 4"),
        ("grading", "4 episodes of 1 run: cell A/embedded, 3 of 4"),
        ("grading", "4 episodes of 1 run: cell B/embedded, 4 of 4"),
    ]


def test_a_cell_whose_grader_gave_too_few_results_is_refused(cross, capsys):
    driver = Four(
        FakeDriver(None, 0.0, None, None),
        *(FakeDriver(1.0, 0.0, 1.0, 1.0) for _ in range(3)),
    )
    code, out = cross(driver)
    assert code == 1
    (reason,) = loaded(out / "rescore.json")["refused"]
    assert reason.startswith("A/A: 2 of 3 episodes that are graded in the record have")
    assert "\nmoved " not in capsys.readouterr().out
