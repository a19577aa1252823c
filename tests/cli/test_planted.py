import json
from contextlib import contextmanager

import pytest
from msgspec import structs
from tests.cli.reports import finding
from tests.integrations.stand_in import StandIn, runs

from evalrata.cli import main, planted
from evalrata.cli.planted import Planted, Plants, differences
from evalrata.integrations import composition
from evalrata.integrations.diffing import paths
from evalrata.integrations.readers import Installed
from evalrata.schemas.diff import Diff
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where
from evalrata.schemas.report import Report

NOTHING = Diff(before="before", after="after")
ONE = Planted("a.one", "error", 8, run="alpha")


def test_what_was_planted_is_no_difference():
    report = Report(findings=(finding("a.one"),))

    assert differences(report, NOTHING, Plants((ONE,), (), ())) == ()


@pytest.mark.parametrize(
    ("found", "expected", "wanted"),
    [
        ([], [ONE], ("missing: error a.one, 8 affected, in run alpha",)),
        (
            [finding("a.one", count=7)],
            [ONE],
            (
                "missing: error a.one, 8 affected, in run alpha",
                "not planted: error a.one, 7 affected, in run alpha",
            ),
        ),
        (
            [finding("a.one"), finding("a.one")],
            [ONE],
            ("not planted: error a.one, 8 affected, in run alpha",),
        ),
        (
            [finding("a.one", run=None, board="b", severity="info")],
            [],
            ("not planted: info a.one, 8 affected, in board b",),
        ),
        (
            [finding("a.one", run=None)],
            [],
            ("not planted: error a.one, 8 affected, in all runs together",),
        ),
    ],
)
def test_every_difference_is_said(found, expected, wanted):
    report = Report(findings=tuple(found))

    linted, compared = Plants(tuple(expected), (), ()), Plants((), tuple(expected), ())

    assert differences(report, NOTHING, linted) == wanted
    diff = structs.replace(NOTHING, findings=report.findings)
    assert differences(Report(), diff, compared) == wanted


def test_a_planted_break_must_be_there_and_no_other():
    def broken(name):
        where = Where(file=f"/demo/archive/{name}")
        return Fault(kind="malformed", where=where, message="breaks off")

    plants = Plants((), (), ("hal/cut.json",))
    planned = Report(faults=(broken("hal/cut.json"),))
    other = (broken("hal/short_cut.json"),)

    assert differences(planned, NOTHING, plants) == ()
    not_read = "not read: /demo/archive/hal/short_cut.json: breaks off"
    assert differences(Report(faults=other), NOTHING, plants) == (
        "read whole: hal/cut.json",
        not_read,
    )
    diff = structs.replace(NOTHING, faults=other)
    assert differences(planned, diff, plants) == (not_read,)


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Demo data whose one finding is that no evaluator or task data is named.

    Both sides of the re-score are the archive's file, so that nothing differs.
    """

    @contextmanager
    def folder():
        yield tmp_path

    monkeypatch.setattr(planted, "folder", folder)
    for module in (composition, paths):
        monkeypatch.setattr(module, "installed", lambda: Installed((StandIn(),)))
    for folder_ in ("archive", "rescored/before", "rescored/after"):
        file = tmp_path / folder_ / "a.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(runs("one")))
    file = tmp_path / "archive" / "a.json"
    found = composition.lint_paths([file], prices=False).findings
    expected = [
        {"rule": f.rule, "severity": f.severity, "count": f.count, "run": f.run}
        for f in found
    ]
    plants = {"findings": expected, "rescored": [], "faults": []}
    (tmp_path / "expected.json").write_text(json.dumps(plants))
    return tmp_path


def test_the_demo_ends_with_0_if_all_is_as_planted(data, capsys):
    assert main(["demo"]) == 0
    said = capsys.readouterr().out
    assert "demo: exactly the " in said
    assert "\nexit 0; the codes above are those of `evalrata lint` and " in said


def test_the_demo_ends_with_2_if_it_is_not(data, capsys):
    (data / "expected.json").write_text(
        '{"findings": [], "rescored": [], "faults": []}'
    )
    assert main(["demo"]) == 2
    assert "\nnot planted: info version.unpinned" in capsys.readouterr().out


def test_the_demo_ends_with_2_if_something_cannot_be_read(data, capsys):
    (data / "archive" / "b.json").write_text('{"runs": [')
    assert main(["demo"]) == 2
    assert "\nnot read: " in capsys.readouterr().out
