"""``X.pin.json`` beside ``X.json`` says what graded it, where the results do not."""

import json
import zipfile

import pytest

from evalrata.integrations import lint_paths
from evalrata.integrations.stored_pins.beside import MOST, Stored, key_of, with_pin
from evalrata.schemas.records import Instrument, Run, Where

COMMIT = "59a200c6d575d595120f1cb70fea53cef0632f6b"
EPISODE = {
    "task_id": 0,
    "reward": 1.0,
    "info": {
        "task": {"user_id": "u", "instruction": "i", "actions": [], "outputs": []},
        "source": "user",
        "user_cost": 0.1,
        "reward_info": {
            "reward": 1.0,
            "info": {"r_actions": 1.0, "gt_data_hash": "h"},
            "actions": [],
        },
    },
    "traj": [{"role": "user", "content": "###STOP###"}],
    "trial": 0,
}


def pin(**parts):
    return {"role": "evaluator", "name": "tau-bench", "known": "HEAD", **parts}


def stored(*instruments, **more):
    return json.dumps({"schema": "evalrata.pin/1", "instruments": instruments, **more})


@pytest.fixture
def results(tmp_path):
    """A results file that names no evaluator."""
    file = tmp_path / "airline.json"
    file.write_text(json.dumps([EPISODE]))
    return file


def evaluators(report):
    (run,) = report.runs
    return [i for i in run.instruments if i.role == "evaluator"]


def unpinned(report):
    found = [f for f in report.findings if f.rule == "version.unpinned"]
    return [f.values["role"] for f in found]


def test_without_a_pin_the_evaluator_is_not_named(results):
    report = lint_paths([results])

    assert evaluators(report) == []
    assert unpinned(report) == ["evaluator"]


@pytest.mark.parametrize("given", ["file", "folder", "zip"])
def test_a_pin_beside_results_names_what_graded_them(results, given):
    (results.parent / "airline.pin.json").write_text(stored(pin(commit=COMMIT)))
    path = {"file": results, "folder": results.parent}.get(given)
    if path is None:
        path = results.parent / "both.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name in ("airline.json", "airline.pin.json"):
                archive.write(results.parent / name, name)
    report = lint_paths([path])

    assert evaluators(report) == [
        Instrument(
            role="evaluator",
            name="tau-bench",
            commit=COMMIT,
            pointer="airline.pin.json#/instruments/0",
            known="pinned in airline.pin.json: HEAD",
        )
    ]
    assert unpinned(report) == []
    assert "evaluator" not in report.runs[0].not_named
    assert report.faults == ()


def test_a_pin_of_other_results_says_nothing(results):
    (results.parent / "retail.pin.json").write_text(stored(pin(commit=COMMIT)))

    assert evaluators(lint_paths([results])) == []
    assert evaluators(lint_paths([results.parent])) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no pin"),
        (stored(pin(role="boss")), "instruments[0].role"),
        (stored(schema="evalrata.pin/2"), "evalrata.pin/2"),
        (" " * (MOST + 1), "is larger than a pin may be"),
        ("\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "is no pin"),
    ],
)
@pytest.mark.parametrize("given", ["file", "folder"])
def test_a_bad_pin_is_a_fault_and_the_results_are_linted(results, text, said, given):
    (results.parent / "airline.pin.json").write_text(text)
    report = lint_paths([results if given == "file" else results.parent])
    (fault,) = report.faults

    assert said in fault.message
    assert fault.where.file.endswith("airline.pin.json")
    assert report.runs[0].graded == 1


def test_a_pin_given_by_name_says_what_it_is(results):
    path = results.parent / "airline.pin.json"
    path.write_text(stored(pin(commit=COMMIT)))
    report = lint_paths([path])

    assert report.runs == ()
    assert "is a pin, which is read with results beside it" in report.faults[0].message


def run(*instruments, **lacks):
    return Run(
        id="r", format="x", where=Where("f"), instruments=instruments, lacks=lacks
    )


def filled(found, *instruments):
    return with_pin(found, Stored("x.pin.json", instruments))


def grader(name="g", **parts):
    return Instrument(role="evaluator", name=name, **parts)


def builds(found):
    return [(i.name, i.version, i.commit) for i in found.instruments]


def test_one_without_a_build_gives_way_to_the_pin_of_its_name():
    found, remarks = filled(run(grader(), evaluator="no place"), grader(version="1"))

    assert builds(found) == [("g", "1", None)]
    assert found.lacks == {}
    assert remarks == ()


def test_what_the_results_name_stays_if_the_pin_agrees():
    found, remarks = filled(run(grader(version="v1")), grader(version="1", commit="c"))

    assert builds(found) == [("g", "v1", None)]
    assert remarks == ()


def test_a_contradiction_stays_for_a_rule_to_report():
    found, _ = filled(run(grader(version="1")), grader(version="2"))

    assert builds(found) == [("g", "1", None), ("g", "2", None)]


def test_another_evaluator_than_the_results_name_is_left_out_and_said():
    found, remarks = filled(run(grader(version="1")), grader("other", version="2"))

    assert builds(found) == [("g", "1", None)]
    assert remarks == ("x.pin.json: evaluator other is left out, since r names g",)


def test_a_pin_without_a_build_adds_nothing():
    found, _ = filled(run(evaluator="no place"), grader())

    assert found.instruments == ()
    assert found.lacks == {"evaluator": "no place"}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("a.json", "a"),
        ("b/a.jsonl", "b/a"),
        ("b/a.json.gz", "b/a"),
        ("a.v1.json", "a.v1"),
        ("b/a.pin.json", "b/a"),
        ("b/a.v1.pin.json", "b/a.v1"),
    ],
)
def test_what_results_and_their_pin_share(name, key):
    assert key_of(name) == key


def notes_of(folder):
    return [n for n in lint_paths([folder]).notes if "pins nothing" in n]


def test_a_pin_of_no_results_and_a_pin_of_nothing_are_said(results):
    (results.parent / "airline.pin.json").write_text(stored(pin(commit=COMMIT)))
    assert notes_of(results.parent) == []

    (results.parent / "other.pin.json").write_text(stored(pin(commit=COMMIT)))
    (results.parent / "airline.pin.json").write_text('{"schema": "evalrata.pin/1"}')
    assert sorted(notes_of(results.parent)) == [
        "airline.pin.json: pins nothing: it names no instrument",
        "other.pin.json: pins nothing: no results that were read are called other",
    ]
    assert notes_of(results) == [
        "airline.pin.json: pins nothing: it names no instrument"
    ]


def test_a_digest_is_the_same_with_and_without_its_algorithm():
    named = Instrument(role="evaluator", name="g", digest="sha256:AB")
    run = Run(id="r", format="f", where=Where("r.json"), instruments=(named,))
    bare = Stored("r.pin.json", (Instrument(role="evaluator", name="g", digest="ab"),))
    assert with_pin(run, bare)[0].instruments == (named,)


def test_a_pin_that_is_given_beside_its_results_is_read_with_them(results, tmp_path):
    pin_file = tmp_path / "airline.pin.json"
    pin_file.write_text(stored(pin(commit=COMMIT)))

    report = lint_paths([pin_file, f"{tmp_path}/./airline.json"])

    assert report.faults == ()
    assert [i.commit for i in evaluators(report)] == [COMMIT]
    assert report.notes == (
        f"{pin_file}: is read with {tmp_path}/./airline.json, which it pins",
    )


def test_a_pin_of_results_that_are_not_given_is_still_no_archive(results, tmp_path):
    pin_file = tmp_path / "other.pin.json"
    pin_file.write_text(stored(pin(commit=COMMIT)))
    report = lint_paths([pin_file, results])
    assert [f.where.file for f in report.faults] == [str(pin_file)]
