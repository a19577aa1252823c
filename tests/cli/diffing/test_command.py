import json

import jsonschema
import pytest
from tests.corpus import corpus
from tests.integrations.diffing.repositories import Repository, board, submission

from evalrata.cli import main
from evalrata.schemas.published import schema_text


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)


def write(path, *rows):
    """Write a board; a row is (name, score, version)."""
    for name, content in board({n: row for n, *row in rows}, home=path.name).items():
        file = path.parent / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content))
    return str(path)


@pytest.fixture
def sides(tmp_path):
    """a and b were re-scored and changed places; c was not."""
    before = (("a", 50.0, "1.0.0"), ("b", 40.0, "1.0.0"), ("c", 45.0, "1.0.0"))
    after = (("a", 50.0, "1.0.1"), ("b", 60.0, "1.0.1"), ("c", 45.0, "1.0.0"))
    return write(tmp_path / "old", *before), write(tmp_path / "new", *after)


def diff(*arguments):
    return main(["diff", *arguments])


def as_json(capsys, *arguments):
    code = diff(*arguments, "--format", "json")
    return code, json.loads(capsys.readouterr().out)


def test_json_fits_the_schema_and_is_the_same_twice(sides, capsys):
    code, data = as_json(capsys, *sides)
    jsonschema.validate(data, json.loads(schema_text("diff")))
    assert data["schema"] == "evalrata.diff/1"
    (column,) = data["columns"]
    assert (column["rescored"], column["pairs"], column["inversions"]) == (2, 1, 1)
    assert (column["mixed"]["pairs"], column["mixed"]["inversions"]) == (3, 2)
    assert column["not_rescored"] == ["c"]
    assert as_json(capsys, *sides) == (code, data)


def test_exit_codes(sides, tmp_path, capsys):
    before, after = sides
    assert diff(before, before) == 0
    assert diff(before, after, "--select", "rescore.rank-inverted") == 1
    assert diff(before, after, "--fail-on", "never") == 0
    assert diff(before, "nowhere") == 2
    other = write(tmp_path / "other", ("z", 1.0, "1.0.0"))
    assert diff(before, other, "--no-infer-renames") == 3
    assert "exit 3" in capsys.readouterr().out


def test_a_renamed_row(sides, tmp_path, capsys):
    other = write(tmp_path / "other", ("z", 1.0, "1.0.0"))
    given = ("--rename", "a=z", "--no-infer-renames")
    _, data = as_json(capsys, sides[0], other, *given)
    assert [(r["before"], r["after"], r["matched"]) for r in data["rows"]] == [
        ("a", "z", "given")
    ]


def test_quiet_and_output(sides, tmp_path, capsys):
    assert diff(sides[0], sides[0], "--quiet") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert diff(sides[0], sides[0], "--format", "markdown", "--output", "d.md") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert (tmp_path / "d.md").read_text().startswith("## evalrata diff: before ")


def test_an_input_is_never_overwritten(sides, capsys):
    assert diff(*sides, "--output", f"{sides[1]}/manifest.json") == 2
    assert "would be overwritten" in capsys.readouterr().err


def test_the_configuration_is_honoured(sides, tmp_path, capsys):
    (tmp_path / "evalrata.toml").write_text('fail-on = "never"\n')
    assert diff(*sides, "--quiet") == 0
    capsys.readouterr()
    (tmp_path / "evalrata.toml").write_text('ignore = ["rescore"]\n')
    _, data = as_json(capsys, *sides)
    assert data["coverage"] == []


def test_two_revisions(tmp_path, capsys):
    repository = Repository(tmp_path / "repo")
    repository.commit({"x.json": submission(50.0, "1.0.0", name="a")})
    repository.commit({"x.json": submission(60.0, "1.0.1", name="a")})
    code, data = as_json(capsys, "--git", "repo", "HEAD~1", "HEAD", "--path", "x.json")
    assert (code, data["before"], data["after"]) == (0, "repo@HEAD~1", "repo@HEAD")
    (value,) = data["columns"][0]["values"]
    assert (value["before"], value["after"], value["rescored"]) == (0.5, 0.6, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give two things to compare"),
        (["a"], "give two things to compare"),
        (["a", "b", "c"], "give two things to compare"),
        (["a", "b", "--git", ".", "x", "y"], "not both"),
        (["a", "b", "--path", "x"], "--path is of --git"),
        (["a", "-"], "standard input is not read"),
        (["--git", ".", "x"], "expected 3 arguments"),
        (["a", "b", "--by", "colour"], "--by colour: pools by scaffold, model"),
        (["a", "b", "--max-drop", "2"], "2: is not a number from 0 to 1"),
        (["a", "b", "--max-mismatch", "nan"], "nan: is not a number from 0 to 1"),
        (["a", "b", "--rename", "x"], "write OLD=NEW"),
        (["a", "b", "--rename", "x=y", "--rename", "x=z"], "'x' is named twice"),
        (["a", "b", "--only-tasks", ","], "names no task"),
        (["a", "b", "--only-tasks", "@nowhere"], "nowhere: No such file"),
        (["a", "b", "--comparability", "nowhere.json"], "nowhere.json: No such file"),
        (["a", "b", "--select", "made.up"], "no rule or family is called 'made.up'"),
    ],
)
def test_what_is_asked_wrongly(arguments, said, capsys):
    assert diff(*arguments) == 2
    assert said in capsys.readouterr().err


def test_help_names_the_exit_codes(capsys):
    with pytest.raises(SystemExit) as caught:
        diff("--help")
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "not to be reported" in out
    assert "nothing could be compared" in out


PAIR = "replay/tau2_telecom_llm_agent_solo{}_{}.json"


@pytest.mark.corpus
def test_a_re_score_that_changed_nothing(capsys):
    pair = [str(corpus(PAIR.format("", side))) for side in ("recorded", "rescored")]
    code, data = as_json(capsys, *pair)
    assert (code, data["refused"]) == (0, [])
    assert (data["episodes"]["compared"], data["episodes"]["flips"]) == (20, [])


@pytest.mark.corpus
def test_a_re_score_that_misread_the_runs_is_refused(capsys):
    pair = [str(corpus(PAIR.format("_gt", s))) for s in ("recorded", "rescored")]
    code, data = as_json(capsys, *pair)
    assert code == 1
    assert (data["episodes"]["score_before"], data["episodes"]["score_after"]) == (
        (1.0, 0.2)
    )
    assert any("llm_agent_solo_gt" in why for why in data["refused"])
