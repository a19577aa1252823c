import json

import pytest
from tests.integrations.stand_in import StandIn, runs
from tests.lint.named import rule

from evalrata.integrations import diff_paths
from evalrata.integrations.diffing import paths
from evalrata.integrations.readers import Installed
from evalrata.lint.comparing.options import Options
from evalrata.lint.plugins import Plugins
from evalrata.lint.rule import ComparisonRule, checked, could_not_check
from evalrata.schemas.config import Config, Suppression
from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """The stand-in is the only reader."""
    monkeypatch.setattr(paths, "installed", lambda: Installed((StandIn(),)))
    monkeypatch.chdir(tmp_path)


def write(tmp_path, name, *names, reward=1.0):
    document = runs(*names)
    for run in document["runs"]:
        run["episodes"][0]["reward"] = reward
    (tmp_path / name).write_text(json.dumps(document))
    return name


@pytest.fixture
def before(tmp_path):
    return write(tmp_path, "before.json", "one", "gone")


@pytest.fixture
def after(tmp_path):
    return write(tmp_path, "after.json", "one", "new", reward=0.0)


def strict(diff):
    return [(row.before, row.after, row.matched) for row in diff.rows]


def test_two_files(before, after):
    diff = diff_paths(before, after, options=Options(infer_renamed=False))

    assert (diff.before, diff.after) == (before, after)
    assert strict(diff) == [("one", "one", "id")]
    assert (diff.left, diff.entered) == (("gone",), ("new",))
    assert (diff.episodes.compared, diff.episodes.down) == (1, 1)
    assert [i.path for i in diff.inputs_before] == [before]
    assert [i.path for i in diff.inputs_after] == [after]
    assert diff.faults == ()
    assert "evalrata" in diff.versions


def test_several_paths_on_a_side(tmp_path, before, after):
    more = write(tmp_path, "more.json", "gone")
    diff = diff_paths([before], [after, more], options=Options(infer_renamed=False))
    assert diff.after == "after.json, more.json"
    assert [row[0] for row in strict(diff)] == ["one", "gone"]


def test_the_same_file_on_both_sides_has_no_change(before):
    diff = diff_paths(before, before)
    assert len(diff.rows) == 2
    assert (diff.episodes.compared, diff.episodes.flips) == (2, ())


def test_what_cannot_be_read_is_a_fault_once(before, tmp_path):
    (tmp_path / "bad.json").write_text('{"runs": [')
    diff = diff_paths([before, "bad.json"], [before, "bad.json", "missing.json"])
    places = [str(f.where) for f in diff.faults]
    assert len(places) == len(set(places)) == 2
    assert len(diff.rows) == 2


def test_a_rename_of_what_could_not_be_read_leaves_the_fault(before):
    options = Options(renamed=(("one", "two"),))
    diff = diff_paths(before, "missing.json", options=options)
    assert [str(f.where) for f in diff.faults] == ["missing.json"]
    assert diff.rows == ()
    with pytest.raises(UsageError, match="two"):
        diff_paths(before, before, options=options)


@pytest.mark.parametrize("sides", [([], "x"), ("x", []), ("", "x")])
def test_a_side_without_a_path(sides):
    with pytest.raises(UsageError):
        diff_paths(*sides)


class Complaining(ComparisonRule):
    name = "rescore.replay-mismatch"
    severity = "error"
    confidence = "exact"

    def check(self, comparison):
        return checked(1, [self.finding(f"{len(comparison.pairs)} runs")])


class Blind(ComparisonRule):
    name = "rescore.blind"
    severity = "error"
    confidence = "exact"

    def check(self, comparison):
        return could_not_check("no log", 3)


@pytest.fixture
def rules(monkeypatch):
    every = (Complaining(), Blind(), rule("grading.other"))
    broken = (Fault(kind="internal", where=Where("plug"), message="is broken"),)
    monkeypatch.setattr(paths, "rules_installed", lambda: Plugins(every, broken))
    monkeypatch.setattr(paths, "chosen", lambda select, ignore, config: every)


def test_rules_about_two_measurements_are_asked(before, rules):
    diff = diff_paths(before, before)
    assert [f.message for f in diff.findings] == ["2 runs"]
    assert [(c.rule, c.status) for c in diff.coverage] == [
        ("rescore.blind", "could-not-check"),
        ("rescore.replay-mismatch", "checked"),
    ]
    assert diff.refused == ("2 runs",)
    assert [f.message for f in diff.faults] == ["is broken"]


def config(**suppression):
    kept = Suppression(**{"reason": "agreed", "run": "*", **suppression})
    return Config(suppress=[kept])


def test_an_accepted_finding_refuses_nothing(before, rules, monkeypatch):
    monkeypatch.setattr(
        Complaining,
        "check",
        lambda self, _: checked(1, [self.finding("moved", pointers=("x#/1",))]),
    )
    diff = diff_paths(before, before, config=config(rule="rescore"))
    # It is about no single run, so no pattern of runs covers it.
    assert diff.refused == ("moved",)
    assert "the suppression of rescore in run * matches no finding; remove it" in (
        diff.notes
    )


def test_a_suppression_of_a_lints_rule_is_not_missed_here(before, rules):
    diff = diff_paths(before, before, config=config(rule="grading.other"))
    assert not [note for note in diff.notes if "suppression" in note]


def test_a_suppression_of_no_rule_is_refused(before, rules):
    with pytest.raises(UsageError, match="no rule or family"):
        diff_paths(before, before, config=config(rule="made.nothing"))


def test_without_a_rule_about_re_scores_it_is_said(before):
    diff = diff_paths(before, before, select=["grading"])
    assert diff.coverage == ()
    assert "no rule about re-scores was selected: nothing was asked of them" in (
        diff.notes
    )


def test_credentials_are_left_out(before, tmp_path):
    token = "ghp_" + "a1B2" * 9
    write(tmp_path, "leaky.json", token)
    diff = diff_paths("leaky.json", "leaky.json")
    assert token not in str(diff)
    assert [note for note in diff.notes if "looked like credentials" in note]


def test_a_table_of_comparable_builds(before, tmp_path):
    (tmp_path / "table.json").write_text(
        json.dumps({"schema": "evalrata.comparability/1", "evaluators": []})
    )
    diff = diff_paths(before, before, comparability="table.json")
    assert [note for note in diff.notes if note.startswith("table.json (sha256")]
    with pytest.raises(UsageError, match="nothere"):
        diff_paths(before, before, comparability="nothere.json")
