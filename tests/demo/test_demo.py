"""The shipped demo is what ``make`` makes, and plants a fault for each rule."""

import json

import pytest
from msgspec import structs
from tests.demo import site
from tests.demo.make import ARCHIVE, DEMO, NESTED, SIDES, SITE, files, plain, sides

from evalrata.cli import planted
from evalrata.cli.entry import main
from evalrata.integrations import lint_paths
from evalrata.integrations.diffing import diff_paths
from evalrata.integrations.opening import open_path
from evalrata.lint.rules import NAMES

# No format that is read yet lets a user simulator write into the agent's list unmarked.
NOT_PLANTED = {"provenance.user-in-agent-log"}

# Their bytes change from one making to the next; what they hold does not.
MADE_ANEW = {f"{NESTED}.zip", SITE}


def shipped_in(folder):
    """Path below a folder -> bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_shipped_files_are_those_that_are_made():
    shipped = shipped_in(ARCHIVE)

    assert shipped_in(SIDES) == sides()
    assert shipped.keys() - files().keys() == MADE_ANEW
    assert {name: shipped[name] for name in files()} == files()


def test_the_encrypted_upload_holds_what_is_made():
    with open_path(ARCHIVE / f"{NESTED}.zip", on_fault=_refuse) as opened:
        (member,) = opened.members
        with member.open() as stream:
            data = stream.read()

    assert data == plain()


def test_the_database_holds_what_is_made(tmp_path):
    made = tmp_path / "made.db"
    made.write_bytes(site.database())

    assert site.statements(ARCHIVE / SITE) == site.statements(made)


def _refuse(error):
    raise error


def test_every_rule_has_a_planted_fault():
    expected = json.loads((DEMO / "expected.json").read_text(encoding="utf-8"))
    planted_ = expected["findings"] + expected["rescored"]
    rules = {entry["rule"] for entry in planted_}

    assert rules == set(NAMES) - NOT_PLANTED


def test_the_demo_finds_exactly_what_is_planted(capsys):
    assert main(["demo"]) == 0
    said = "exactly the 108 planted findings appear in the archive, and the 8 in the"
    assert f"{said} re-score" in capsys.readouterr().out


def test_the_demo_fails_when_a_finding_is_missing(monkeypatch, capsys):
    real = planted.planted

    def one_less(data):
        plants = real(data)
        return structs.replace(plants, findings=plants.findings[1:])

    monkeypatch.setattr(planted, "planted", one_less)

    assert main(["demo"]) == 2
    assert "not planted" in "".join(capsys.readouterr())


def test_a_rescore_in_the_wrong_mode_and_a_board_rescored_in_part():
    diff = diff_paths(SIDES / "before", SIDES / "after")
    found = {(f.rule, f.severity): f for f in diff.findings}
    across = found["rescore.rank-inverted", "error"]
    within = found["rescore.rank-inverted", "warning"]

    assert len(diff.refused) == 2
    assert (diff.episodes.down, diff.episodes.up) == (2, 0)
    # Beta: 35 -> 42 by 1.0.1.  Gamma stays at 41 by 1.0.0; Alpha: 40 -> 39 by 1.0.1.
    assert across.values["inverted"] == [["gamma_demo", "beta_demo"]]
    assert within.values["inverted"] == [["alpha_demo", "beta_demo"]]
    assert (across.checked, within.checked) == (4, 1)
    said = found["rescore.one-sided", "warning"].message
    assert "which moves scores only upward" in said


@pytest.fixture(scope="module")
def found():
    report = lint_paths([ARCHIVE])
    return {(f.rule, f.run): f for f in report.findings}


def test_a_cost_that_adds_totals_so_far(found):
    (episode,) = found["cost.cumulative-summed", "desk_agent"].episodes

    assert episode.task == "invented__desk-1"
    assert episode.values["unit"] == "USD"
    assert episode.values["stated"] == 0.80  # 0.10 + 0.25 + 0.45
    assert episode.values["last"] == 0.45


def test_a_price_that_shows_the_same_cost(found):
    finding = found["cost.price-mismatch", "desk_agent"]

    # 0.80 + 0.45 are stored; 320,000 tokens in at 2.5 and 10,000 out at 10 per million
    assert "is 1.25 USD; their usage costs 0.9 USD" in finding.message


def test_a_header_of_twice_the_cost(found):
    finding = found["cost.headline-mismatch", "20260301_desk_agent"]

    assert finding.values["reported"] == 1.5
    assert finding.values["sum"] == pytest.approx(0.75)  # 0.10 + 0.25 + 0.40


def test_a_total_with_its_summary(found):
    (episode,) = found["cost.rollup-included", "trajectory"].episodes

    assert episode.values["stated"] == {"input": 350, "output": 60}
    assert episode.values["own"] == {"input": 300, "output": 40}
    assert episode.values["included"] == ["desk-summary"]


def test_a_total_without_its_last_step(found):
    (episode,) = found["cost.totals-mismatch", "cut_short"].episodes

    assert episode.values["stated"] == {"input": 100, "output": 10}
    assert episode.values["own"] == {"input": 300, "output": 40}


@pytest.mark.parametrize(
    ("rule", "task"),
    [
        ("grading.failure-mode-passed", "mend-a-desk"),
        ("grading.ungraded-as-failure", "sort-a-shelf"),
    ],
)
def test_tasks_of_the_terminal(found, rule, task):
    assert [e.task for e in found[rule, "desk_night"].episodes] == [task]


def test_two_builds_of_one_evaluator(found):
    finding = found["version.several-builds", "night"]

    assert finding.values["role"] == "evaluator"
    assert [b[-5:] for b in finding.values["builds"]] == ["aaaaa", "bbbbb"]


def test_a_short_list(found):
    finding = found["grading.short-list", "20260301_desk_agent"]

    assert (finding.values["covered"], finding.values["size"]) == (3, 500)


def test_rows_of_a_table_against_their_archives():
    report = lint_paths([ARCHIVE / "hal", ARCHIVE / "site"])
    errors = [
        f.values
        for f in report.findings
        if (f.rule, f.severity) == ("records.board-join", "error")
    ]
    repeated = next(v for v in errors if "groups" in v)
    wrong = next(v for v in errors if "the score" in v)

    assert len(errors) == 2
    assert wrong["the score"]["row"] == 0.25
    assert wrong["the score"]["archive"][0] == 0.5  # what the upload reports
    assert repeated["groups"][0]["archive"] == "taubench_airline_demo_nested"
    # 16 spans of 1000 tokens in at 2.5 and 100 out at 10 per million
    assert repeated["excess_cost"] == pytest.approx(0.056)
