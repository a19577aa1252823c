import json
from importlib.metadata import version

import pytest
from tests.lint.named import rule

from evalrata.cli import main
from evalrata.cli.pages import advice, page, section, summary
from evalrata.lint.rule import RunRule, not_applicable
from evalrata.lint.rules import NAMES
from evalrata.schemas.published import schema_text


class Made(RunRule):
    """A thing is wrong, e.g. so.  And more.

    ## What it does
    Looks.

    ## What to do
    Mend it with `x.y`,
    and publish.  Or wait.
    """

    name = "made.up"
    severity = "error"
    confidence = "exact"

    def check(self, run):
        return not_applicable("made up")


BARE = rule("made.bare")


def test_help_keeps_the_spelling_of_names(capsys):
    with pytest.raises(SystemExit):
        main(["schema", "--help"])
    assert "Print the JSON Schema of a document.\n" in capsys.readouterr().out


def test_parts_of_a_page():
    assert summary(Made()) == "A thing is wrong, e.g. so."
    assert section(Made(), "What it does") == "Looks."
    assert section(Made(), "Example") is None
    said = advice([Made()])
    assert said("made.up") == "Mend it with `x.y`, and publish."
    assert said("made.other") is None


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for command in (
        "lint",
        "diff",
        "fetch",
        "rules",
        "explain",
        "schema",
        "demo",
        "card",
    ):
        assert f"\n  {command} " in out
    assert main([]) == 2


@pytest.mark.parametrize(
    "command", ["lint", "diff", "fetch", "rules", "explain", "schema", "demo", "card"]
)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"usage: evalrata {command}" in capsys.readouterr().out


def test_the_version_is_the_installed_one(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"evalrata {version('evalrata')}\n"


def test_rules_lists_every_rule(capsys):
    assert main(["rules", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [rule["name"] for rule in listed][: len(NAMES)] == list(NAMES)
    assert all(rule["summary"].endswith(".") for rule in listed)
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in NAMES)


def test_explain_prints_the_page(capsys):
    assert main(["explain", "grading.ungraded-as-failure"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# grading.ungraded-as-failure\n\nerror, exact\n")
    for heading in ("What it does", "Why it matters", "What it cannot see"):
        assert f"\n## {heading}\n" in text


def test_explain_all_prints_every_page(capsys):
    assert main(["explain", "--all"]) == 0
    text = capsys.readouterr().out
    assert all(f"# {name}\n" in text for name in NAMES)


@pytest.mark.parametrize("name", ["report", "finding", "records", "errata", "config"])
def test_schema_prints_what_is_published(name, capsys):
    assert main(["schema", name]) == 0
    text = capsys.readouterr().out
    assert text == schema_text(name)
    assert json.loads(text)["$id"] == f"urn:evalrata:schema:{name}"


def test_a_page_without_text_is_empty():
    assert page(BARE) == ""
