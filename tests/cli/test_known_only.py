"""What a hook is given that no format knows."""

import json

import pytest
from tests.integrations.diffing.repositories import submission

from evalrata.cli import main
from evalrata.integrations.stored_pins.beside import with_results


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = {
        "package.json": {"name": "x", "version": "1"},
        "manifest.json": {"submissions": ["a"]},
        "one/submission.json": submission(50.0),
    }
    near = submission(50.0)
    del near["methodology"]
    for name, value in {**whole, "near/submission.json": near}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(value))
    (tmp_path / "cut.json").write_text('{"model_name"')
    (tmp_path / "empty").mkdir()


@pytest.mark.parametrize(
    ("given", "alone", "known_only"),
    [
        (["package.json"], 2, 0),
        (["manifest.json"], 2, 0),
        (["package.json", "manifest.json"], 2, 0),
        (["empty"], 3, 0),
        (["one/submission.json", "package.json", "manifest.json"], 2, 0),
        (["cut.json"], 2, 2),
        (["near/submission.json"], 2, 2),
        (["nowhere.json"], 2, 2),
        (["package.json", "cut.json"], 2, 2),
    ],
)
def test_exit_codes(files, capsys, given, alone, known_only):
    assert main(["lint", *given]) == alone
    capsys.readouterr()
    assert main(["lint", "--known-only", *given]) == known_only


def test_what_is_left_out_is_said(files, capsys):
    main(["lint", "--known-only", "package.json", "manifest.json"])
    said = " ".join(capsys.readouterr().out.split())
    assert "in no format that is known: package.json" in said
    assert "manifest.json: names submissions, which lie beside it" in said
    assert "nothing was read: 2 files seen" in said
    assert said.endswith("exit 0 (--known-only: nothing to lint is no failure)")


def test_a_pin_alone_stands_for_the_results_beside_it(files, capsys, tmp_path):
    (tmp_path / "r.json").write_text(json.dumps([]))
    (tmp_path / "r.jsonx").write_text("{}")
    pin = {
        "schema": "evalrata.pin/1",
        "instruments": [],
        "python": "3",
        "not_found": [],
    }
    (tmp_path / "r.pin.json").write_text(json.dumps(pin))
    main(["lint", "--known-only", "r.pin.json"])
    seen = capsys.readouterr().out
    assert "r.json" in seen

    assert list(with_results(["r.pin.json", "package.json"])) == [
        "r.pin.json",
        "r.json",
        "r.jsonx",
        "package.json",
    ]


def test_findings_still_fail(files, capsys):
    arguments = ["one/submission.json", "package.json", "--fail-on", "info"]
    assert main(["lint", "--known-only", *arguments]) == 1
