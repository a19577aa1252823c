"""The shipped demo is what ``make`` makes, and plants a fault for each rule."""

import json

from msgspec import structs
from tests.demo.make import ARCHIVE, DEMO, NESTED, files, plain

from evalrata.cli import planted
from evalrata.cli.entry import main
from evalrata.integrations.opening import open_path
from evalrata.lint.rules import NAMES

# No format that is read yet lets a user simulator write into the agent's list unmarked.
NOT_PLANTED = {"provenance.user-in-agent-log"}


def test_the_shipped_files_are_those_that_are_made():
    shipped = {
        path.relative_to(ARCHIVE).as_posix(): path.read_bytes()
        for path in ARCHIVE.rglob("*")
        if path.is_file() and path.suffix != ".zip"
    }

    assert shipped == files()


def test_the_encrypted_upload_holds_what_is_made():
    with open_path(ARCHIVE / f"{NESTED}.zip", on_fault=_refuse) as opened:
        (member,) = opened.members
        with member.open() as stream:
            data = stream.read()

    assert data == plain()


def _refuse(error):
    raise error


def test_every_rule_has_a_planted_fault():
    expected = json.loads((DEMO / "expected.json").read_text(encoding="utf-8"))
    rules = {entry["rule"] for entry in expected["findings"]}

    assert rules == set(NAMES) - NOT_PLANTED


def test_the_demo_finds_exactly_what_is_planted(capsys):
    assert main(["demo"]) == 0
    assert "exactly the 74 planted findings appear" in capsys.readouterr().out


def test_the_demo_fails_when_a_finding_is_missing(monkeypatch, capsys):
    real = planted.planted

    def one_less(data):
        plants = real(data)
        return structs.replace(plants, findings=plants.findings[1:])

    monkeypatch.setattr(planted, "planted", one_less)

    assert main(["demo"]) == 2
    assert "not planted" in "".join(capsys.readouterr())
