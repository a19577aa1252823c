"""``evalrata rescore`` on an invented benchmark: what it writes and refuses."""

import json
import re

import jsonschema
import pytest
from tests.integrations.rescoring.invented import FakeDriver, record, results

from evalrata.cli import main
from evalrata.integrations.opening import digest
from evalrata.schemas.published import schema_text


def loaded(path):
    return json.loads(path.read_text(encoding="utf-8"))


def lines_of(folder):
    (path,) = (folder / "after").iterdir()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_written(rescore, tmp_path, capsys):
    # Recorded: 1, 0, 1 and an ungraded 0.  Now: 1, 1, none, 1.
    code, out = rescore(FakeDriver(1.0, 1.0, None, 1.0), "--max-ungraded", "0.5")
    assert code == 0
    assert sorted(p.name for p in out.iterdir()) == [
        "after",
        "diff.json",
        "errata.json",
        "rescore.json",
    ]
    episodes = [line["episode"] for line in lines_of(out) if "episode" in line]
    assert [e["grade"]["state"] for e in episodes] == [
        "graded",
        "graded",
        "ungraded",
        "graded",
    ]
    assert [e["grade"].get("value") for e in episodes] == [1, 1, None, 1]
    assert [e["grade"].get("stored") for e in episodes] == [1, 1, None, 1]
    assert (
        episodes[2]["grade"]["reason"] == "not graded again by toybench 2.0: no tools"
    )
    assert episodes[0]["replay"] == {"calls": 1, "mismatched": 0}
    run = lines_of(out)[0]["run"]
    assert run["rescoring"]["of"] == digest(str(tmp_path / "data" / "toy.json"))[1]
    pins = {i["role"]: i for i in run["instruments"]}
    assert (pins["evaluator"]["version"], pins["evaluator"]["known"]) == (
        "2.0",
        "said by the test",
    )
    diff = loaded(out / "diff.json")["episodes"]
    counts = {n: diff[n] for n in ("compared", "up", "down", "entered", "left")}
    assert counts == {"compared": 2, "up": 1, "down": 0, "entered": 1, "left": 1}
    report = loaded(out / "rescore.json")
    assert report["refused"] == []
    assert [e["value"] for e in report["episodes"]] == [1, 1, None, 1]
    # Calls of the episode that was not graded again were replayed too.
    assert report["replay"]["calls"] == 4
    said = capsys.readouterr().out
    assert "toy#/1 task 1 trial 0: 0 -> 1" in said
    assert "toy#/3 task 3 trial 0: 0 (ungraded) -> 1" in said
    assert "not graded toy#/2 task 2 trial 0: no tools" in said
    assert said.endswith("3 episodes of 4 scored again; exit 0\n")


def test_the_draft_can_be_checked_applied_and_undone(rescore, tmp_path):
    code, out = rescore(FakeDriver(0.0, 1.0, 1.0, 1.0))
    draft, data = out / "errata.json", tmp_path / "data"
    before = (data / "toy.json").read_bytes()
    assert code == 0
    assert main(["errata", "check", str(draft)]) == 0
    fixed, back = tmp_path / "fixed", tmp_path / "back"
    words = ["errata", "apply", str(data), "--errata", str(draft)]
    assert main([*words, "--out", str(fixed)]) == 0
    corrected = loaded(fixed / "toy.json")
    assert [r["reward"] for r in corrected] == [0, 1, 1, 1]
    assert corrected[3]["reward__original"] == 0
    assert main(["errata", "revert", str(fixed), "--out", str(back)]) == 0
    assert (back / "toy.json").read_bytes() == before
    document = loaded(draft)
    said = {(e["category"], e["title"]) for e in document["errata"]}
    assert said == {
        ("evaluator_drift", "1 result, graded otherwise, becomes 0 when scored again"),
        ("evaluator_drift", "1 result, graded otherwise, becomes 1 when scored again"),
        ("not_graded", "1 result, never graded, becomes 1 when scored again"),
    }
    assert document["document"]["status"] == "draft"
    (again,) = document["errata"][0]["policies"][1]["steps"]
    assert again["scorer"]["version"] == "2.0"


def test_nothing_moved(rescore):
    code, out = rescore(FakeDriver(1.0, 0.0, 1.0, 0.0))
    assert code == 0
    assert not (out / "errata.json").exists()
    assert loaded(out / "diff.json")["episodes"]["entered"] == 1


@pytest.mark.parametrize(
    ("driver", "options", "reason"),
    [
        (FakeDriver(0.0, 0.5, 0.0, 1.0, mismatched=1), (), r"4 of 4 replayed calls"),
        (FakeDriver(0.0, 0.5, 0.0, 1.0, counted=False), (), r"was not counted"),
        (FakeDriver(0.0, 0.5, 0.0, 1.0, proven=2), (), r"2 of 3 recorded results"),
        (
            FakeDriver(0.0, 0.5, 0.0, 1.0, calls=10, mismatched=1),
            ("--max-mismatch", "0.09"),
            r"10\.0%, above --max-mismatch 0\.09",
        ),
    ],
)
def test_refused(rescore, capsys, driver, options, reason):
    code, out = rescore(driver, *options)
    assert code == 1
    assert [p.name for p in out.iterdir()] == ["rescore.json"]
    report = loaded(out / "rescore.json")
    assert re.search(reason, report["refused"][0])
    assert {e["value"] for e in report["episodes"]} == {None}
    assert {tuple(e["writes"]) for e in report["episodes"]} == {()}
    said = capsys.readouterr().out
    assert said.startswith("REFUSED: the results of this re-score are not to be")
    # The stand-in's 0.5 is in no output.
    assert "0.5" not in said.replace(report["versions"]["evalrata"], "")


def test_a_raised_threshold_is_recorded(rescore):
    options = ("--max-mismatch", "0.5", "--min-reproduced", "0.5")
    driver = FakeDriver(1.0, 0.0, 1.0, 1.0, calls=10, mismatched=4, proven=2)
    code, out = rescore(driver, *options)
    report = loaded(out / "rescore.json")
    assert (code, report["max_mismatch"], report["min_reproduced"]) == (0, 0.5, 0.5)
    assert report["replay"] == {"calls": 40, "mismatched": 16}


def test_ungraded_only(rescore, capsys):
    # The driver would turn every result around; only the last was not graded.
    code, out = rescore(FakeDriver(0.0, 1.0, 0.0, 1.0), "--ungraded-only")
    assert code == 0
    grades = [line["episode"]["grade"] for line in lines_of(out) if "episode" in line]
    assert [g["value"] for g in grades] == [1, 0, 1, 1]
    diff = loaded(out / "diff.json")["episodes"]
    assert (diff["up"], diff["down"], diff["entered"], diff["left"]) == (0, 0, 1, 0)
    assert "not graded" not in capsys.readouterr().out


def test_nothing_to_score(rescore, tmp_path, capsys):
    graded = results(tmp_path / "data", record(0, 1.0))
    assert rescore(FakeDriver(1.0), "--ungraded-only", archive=graded)[0] == 3
    assert "nothing to score again: " in capsys.readouterr().err
    driver = FakeDriver()
    driver.formats = ("another",)
    assert rescore(driver, archive=graded)[0] == 3
    said = "no run that toybench grades (another); 1 in other formats"
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("content", [None, "none"])
def test_an_archive_that_cannot_be_read(rescore, tmp_path, capsys, content):
    place = tmp_path / "notes.txt"
    if content is not None:
        place.write_text(content, encoding="utf-8")
    assert rescore(FakeDriver(), archive=place)[0] == 2
    assert main(["lint", str(place)]) == 2
    said = capsys.readouterr().err
    assert f"could not be read: {place}: " in said
    assert not (tmp_path / "out").exists()


def test_a_folder_is_replaced_with_force_alone(rescore, tmp_path):
    assert rescore(FakeDriver(1.0, 1.0, 1.0, 1.0))[0] == 0
    assert rescore(FakeDriver(1.0, 1.0, 1.0, 1.0))[0] == 2
    refused = FakeDriver(1.0, 1.0, 1.0, 1.0, mismatched=1)
    code, out = rescore(refused, "--force")
    assert (code, [p.name for p in out.iterdir()]) == (1, ["rescore.json"])


def test_answers_that_are_not_whole(rescore, capsys):
    assert rescore(FakeDriver(1.0, 1.0))[0] == 2
    assert "2 answers for 4 episodes" in capsys.readouterr().err


def test_a_result_that_is_no_number(rescore):
    driver = FakeDriver(float("nan"), 0.0, float("inf"), 0.0)
    code, out = rescore(driver, "--max-ungraded", "1")
    report = loaded(out / "rescore.json")
    assert code == 0
    assert [e["value"] for e in report["episodes"]] == [None, 0, None, 0]
    assert report["episodes"][0]["reason"] == "the grader gave nan, which is no result"


def test_documents_follow_their_schemas(rescore):
    _, out = rescore(FakeDriver(1.0, 1.0, None, 1.0), "--max-ungraded", "0.5")
    for name in ("rescore", "diff", "errata"):
        schema = json.loads(schema_text(name))
        jsonschema.validate(loaded(out / f"{name}.json"), schema)


def test_json(rescore, capsys):
    code, out = rescore(FakeDriver(1.0, 1.0, 1.0, 1.0), "--format", "json")
    assert code == 0
    assert json.loads(capsys.readouterr().out) == loaded(out / "rescore.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["b", "-o", "out", "--evaluator", "."], "name an archive"),
        (["b", "a.json", "-o", "out"], "give --evaluator CHECKOUT, or"),
        (["b", "-", "-o", "out", "--evaluator", "."], "standard input is not read"),
        (["b", "a.json", "--evaluator", "."], "-o/--output"),
        (["b", "a.json", "-o", "o", "--evaluators", "."], "name two checkouts"),
        (["b", "a.json", "-o", "o", "--evaluators", ".,."], "--tasks: name two"),
        (
            ["b", "a.json", "-o", "o", "--evaluator", ".", "--max-mismatch", "2"],
            "not a number from 0 to 1",
        ),
        (["none", "a.json", "-o", "o", "--evaluator", "."], "no benchmark called none"),
    ],
)
def test_calls_that_are_wrong(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["rescore", *words]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_checkout_that_is_none(rescore, tmp_path, capsys):
    words = ("--evaluator", str(tmp_path / "missing"))
    assert rescore(FakeDriver(1.0), *words)[0] == 2
    assert "is no folder; name a checkout" in capsys.readouterr().err
    assert rescore(FakeDriver(1.0), "--tasks", "missing")[0] == 2


def test_an_archive_elsewhere(rescore, capsys):
    assert rescore(FakeDriver(), archive="https://example.org/a.json")[0] == 2
    assert "`evalrata fetch` brings it" in capsys.readouterr().err


def test_help_says_that_code_is_executed(capsys):
    with pytest.raises(SystemExit):
        main(["rescore", "--help"])
    said = capsys.readouterr().out
    assert "EXECUTES THE CODE OF THE CHECKOUT" in said
    assert "tau-bench, tau2-bench" in said


def test_a_copy_of_a_file_is_drafted_once(rescore, tmp_path):
    results(tmp_path / "data")
    data = (tmp_path / "data" / "toy.json").read_bytes()
    (tmp_path / "data" / "toy_copy.json").write_bytes(data)
    driver = FakeDriver(*(0.0, 0.0, 1.0, 0.0) * 2)
    code, out = rescore(driver, archive=tmp_path / "data")
    assert code == 0
    assert sorted(p.name for p in (out / "after").iterdir()) == [
        "toy.jsonl",
        "toy_copy.jsonl",
    ]
    (erratum,) = loaded(out / "errata.json")["errata"]
    notes = loaded(out / "rescore.json")["notes"]
    assert notes == [
        f"toy_copy: the same records of an identical file are in {erratum['id']}"
    ]
