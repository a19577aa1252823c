"""The rules, their files, their pages and their test files agree."""

import re
from pathlib import Path

import pytest

from evalrata.lint.rule import BoardRule, ComparisonRule, RunRule, SessionRule
from evalrata.lint.rules import NAMES, load, load_all, select
from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import SEVERITIES

ROOT = Path(__file__).parents[2]
RULES = ROOT / "lint/evalrata/lint/rules"
HEADINGS = [
    "What it does",
    "Why it matters",
    "Example",
    "What to do",
    "What it cannot see",
]


def test_the_list_is_what_is_in_the_folder():
    files = {
        f"{path.parent.name}.{path.stem.replace('_', '-')}"
        for path in RULES.glob("*/*.py")
        if path.stem != "__init__"
    }

    assert sorted(NAMES) == sorted(files)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_is_called_after_its_path(name):
    rule = load(name)

    assert rule.name == name
    assert isinstance(rule, (RunRule, BoardRule, SessionRule, ComparisonRule))
    assert rule.severity in SEVERITIES
    assert rule.confidence in ("exact", "inferred")


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_has_its_page(name):
    page = type(load(name)).__doc__
    first = page.splitlines()[0]
    body = re.split(r"^\s*## ", page, flags=re.MULTILINE)
    sections = {
        s.splitlines()[0].strip(): s.partition("\n")[2].strip() for s in body[1:]
    }

    assert list(sections) == HEADINGS
    assert all(len(text) > 20 for text in sections.values())
    assert first.endswith(".")
    assert len(first) <= 88


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_has_a_literate_test_that_fires_and_one_that_does_not(name):
    family, _, kebab = name.partition(".")
    text = (Path(__file__).parent / "rules" / family / f"{kebab}.md").read_text("utf-8")
    expects = re.findall(r"^```json expect\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)

    assert text.startswith(f"# {name}\n")
    assert any('"message"' in e for e in expects), "no case states a finding's message"
    assert any('"message"' not in e for e in expects), "no case without a finding"


def test_select_takes_names_families_and_ignores():
    rules = load_all()

    assert {r.name for r in select(rules, wanted=["grading.idle-pass"])} == {
        "grading.idle-pass"
    }
    families = {r.name.partition(".")[0] for r in select(rules, wanted=["cost"])}
    assert families == {"cost"}
    assert "cost.unpriced" not in {
        r.name for r in select(rules, wanted=["cost"], ignored=["cost.unpriced"])
    }


def test_select_refuses_what_matches_nothing():
    with pytest.raises(
        UsageError, match=r"no rule or family is called 'grading\.idle'"
    ):
        select(load_all(), wanted=["grading.idle"])
