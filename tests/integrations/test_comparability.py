"""A comparability table of one's own, from JSON or TOML, and what it changes."""

import json

import pytest

from evalrata.cli.app import run as command
from evalrata.instrument import episode, grade, run
from evalrata.integrations import lint_paths
from evalrata.integrations.comparability import described, extended, load
from evalrata.schemas.comparability import shipped
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import build_key

TOML = """
schema = "evalrata.comparability/1"

[[evaluators]]
name = "desk-judge"
domains = ["desk"]
source = {repository = "https://example.org/desk"}

[[evaluators.releases]]
version = "1.1"
date = 2026-01-10
changed = []

[[evaluators.releases]]
version = "1.2"
date = 2026-02-10
changed = []
evidence = [{kind = "measured", text = "0 of 12 tasks differ."}]
"""
TABLE = {
    "schema": "evalrata.comparability/1",
    "evaluators": [
        {
            "name": "desk-judge",
            "domains": ["desk"],
            "source": {"repository": "https://example.org/desk"},
            "releases": [
                {"version": "1.1", "date": "2026-01-10", "changed": []},
                {
                    "version": "1.2",
                    "date": "2026-02-10",
                    "changed": [],
                    "evidence": [{"kind": "measured", "text": "0 of 12 tasks differ."}],
                },
            ],
        }
    ],
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(TOML)
    return path


def judge(version):
    return Instrument(role="evaluator", name="desk-judge", version=version)


def test_toml_and_json_say_the_same(file, tmp_path):
    other = tmp_path / "ours.json"
    other.write_text(json.dumps(TABLE))

    assert load(file) == load(other)


def test_it_extends_what_comes_with_evalrata(file):
    table = extended(file)

    assert build_key(judge("1.1"), "desk", table) == build_key(
        judge("1.2"), "desk", table
    )
    assert build_key(judge("1.1"), "desk") != build_key(judge("1.2"), "desk")
    assert table.of("tau2-bench") == shipped().of("tau2-bench")


def test_the_report_says_which_table_was_used(file):
    said = described(file, extended(file))

    assert said.startswith(f"{file} (sha256 ")
    assert "which builds of desk-judge are comparable" in said
    assert said.endswith("evalrata's own table is used for tau2-bench, tau-bench")


def test_it_may_take_the_place_of_our_own(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text(TOML.replace("desk-judge", "TAU2-Bench"))
    said = described(path, extended(path))

    assert "in place of what comes with evalrata for TAU2-Bench" in said
    assert said.endswith("own table is used for tau-bench")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", "", "is no comparability table"),
        ("a.json", '{"schema": "other"}', r"at `\$\.schema`"),
        ("a.toml", "schema =", "is no comparability table"),
        ("a.toml", TOML.replace("1.1", "1.2"), r"twice .*releases\[1\]\.version`"),
        ("a.toml", TOML.replace("changed = []", 'changed = ["x"]'), r"x is not among"),
        ("a.json", "[" * 100_000, "no comparability table|nested too deeply"),
    ],
)
def test_a_bad_file_is_an_error_that_names_the_place(tmp_path, name, text, said):
    path = tmp_path / name
    path.write_text(text)

    with pytest.raises(UsageError, match=said) as error:
        load(path)
    assert str(error.value).startswith(str(path))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        lint_paths([], comparability=tmp_path / "none.json")


@pytest.fixture
def rows(tmp_path):
    """Two runs of one benchmark, graded by neighbouring releases."""
    for version in ("1.1", "1.2"):
        archive = tmp_path / "runs" / f"{version}.jsonl"
        archive.parent.mkdir(exist_ok=True)
        pins = [judge(version)]
        row = run(f"row-{version}", benchmark="desk", archive=archive, instruments=pins)
        with row, episode("1"):
            grade(1.0)
    return tmp_path / "runs"


def mixed(report):
    return [f for f in report.findings if f.rule == "version.mixed-evaluators"]


def test_rules_and_boards_use_it(rows, file):
    without = lint_paths([rows], select=["version"])
    given = lint_paths([rows], select=["version"], comparability=file)

    assert len(mixed(without)) == 1
    assert mixed(given) == []
    assert without.boards[0].groups == {"": (("row-1.1",), ("row-1.2",))}
    assert given.boards[0].groups == {"": (("row-1.1", "row-1.2"),)}


def test_the_notes_say_so_and_only_then(rows, file):
    given = lint_paths([rows], comparability=file)

    assert [n for n in given.notes if "comparable" in n] == [
        described(file, extended(file))
    ]
    assert not any("comparable" in n for n in lint_paths([rows]).notes)


def test_a_configuration_names_it_from_its_own_folder(rows, file, capsys):
    config = rows.parent / "evalrata.toml"
    config.write_text('comparability = "ours.toml"\nselect = ["version"]\n')
    code = command(["lint", str(rows), "--config", str(config), "--format", "json"])
    report = json.loads(capsys.readouterr().out)

    assert code == 0
    assert str(file) in report["notes"][0]
    assert report["boards"][0]["groups"] == {"": [["row-1.1", "row-1.2"]]}


def test_the_command_line_names_it_too(rows, file, capsys):
    arguments = ["lint", str(rows), "--select", "version", "--comparability", str(file)]
    assert command(arguments) == 0
    # Where a line is cut depends on how long the folder's name is.
    assert f"{file}(sha256" in "".join(capsys.readouterr().out.split())
    with pytest.raises(UsageError, match=r"none\.toml: No such file"):
        command([*arguments[:-1], str(rows.parent / "none.toml")])
