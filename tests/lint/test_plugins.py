"""Entry points of ``evalrata.rules``: the good ones run, the broken ones are said."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from evalrata.cli import main
from evalrata.lint import RunRule, lint, plugins
from evalrata.lint.engine import Session
from evalrata.lint.rule import Verdict, checked
from evalrata.schemas.records import Run, RunRecords, Where


class Good(RunRule):
    """Nothing is wrong with it.

    ## What to do
    Nothing.
    """

    name = "extra.good"
    severity = "info"
    confidence = "exact"

    def check(self, run) -> Verdict:
        return checked(1)


def _refuse(self):
    raise RuntimeError("no\nlicence")


MODULE = ModuleType("made_up_plugin")
MODULE.Good = Good
MODULE.Nameless = type("Nameless", (RunRule,), {})
MODULE.Shouting = type("Shouting", (Good,), {"name": "Extra Good"})
MODULE.Ours = type("Ours", (Good,), {"name": "cost.unpriced"})
MODULE.Grave = type("Grave", (Good,), {"name": "extra.grave", "severity": "fatal"})
MODULE.Raising = type("Raising", (Good,), {"name": "extra.r", "__init__": _refuse})
MODULE.NoRule = dict


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "made_up_plugin", MODULE)

    def install(*values):
        points = [
            EntryPoint(name=f"p{i}", value=value, group=plugins.GROUP)
            for i, value in enumerate(values)
        ]
        monkeypatch.setattr(plugins, "entry_points", lambda group: points)

    return install


BROKEN = [
    ("no_such_module:Rule", "ModuleNotFoundError: No module named 'no_such_module'"),
    ("made_up_plugin:Missing", "AttributeError: module 'made_up_plugin' has no"),
    ("made_up_plugin", "it is no class of a rule"),
    ("made_up_plugin:NoRule", "it is no class of a rule"),
    ("made_up_plugin:Nameless", "its class has no name of the form family.kebab"),
    ("made_up_plugin:Shouting", "its class has no name of the form family.kebab"),
    ("made_up_plugin:Ours", "the name cost.unpriced is taken by another rule"),
    ("made_up_plugin:Grave", "its class has no severity (info, warning, error)"),
    ("made_up_plugin:Raising", "RuntimeError: no"),
]


@pytest.mark.parametrize(("value", "why"), BROKEN)
def test_a_broken_entry_point_is_an_internal_fault_that_names_it(installed, value, why):
    installed(value, "made_up_plugin:Good")
    found = plugins.plugins(["cost.unpriced"])
    assert [rule.name for rule in found.rules] == ["extra.good"]
    (fault,) = found.broken
    assert fault.kind == "internal"
    assert str(fault.where) == f"entry point p0 = {value} of evalrata.rules"
    assert fault.message.startswith(f"gives no rule: {why}")
    assert "\n" not in fault.message


def test_two_plugins_of_one_name_are_not_both_taken(installed):
    installed("made_up_plugin:Good", "made_up_plugin:Good")
    found = plugins.plugins([])
    assert len(found.rules) == 1
    assert "the name extra.good is taken" in found.broken[0].message


def test_rules_lists_the_rest_and_says_so(installed, capsys):
    installed("no_such_module:Rule", "made_up_plugin:Good")
    assert main(["rules"]) == 2
    shown = capsys.readouterr()
    assert "extra.good" in shown.out
    assert "grading.idle-pass" in shown.out
    assert shown.err.startswith("evalrata: entry point p0 = no_such_module:Rule of ")
    assert len(shown.err.splitlines()) == 1


def test_the_other_rules_run_and_the_exit_code_is_2(
    installed, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    installed("no_such_module:Rule", "made_up_plugin:Good")
    assert main(["lint", "a.json"]) == 2
    out = capsys.readouterr().out
    assert out.index("could not be read") < out.index("evalrata failed")
    assert "gives no rule: ModuleNotFoundError" in " ".join(out.split())


def test_records_are_linted_with_the_rest(installed):
    installed("no_such_module:Rule", "made_up_plugin:Good")
    run = Run(id="r", format="made-up", where=Where("a.json"))
    made = lint([RunRecords(run=run)])
    assert [f.kind for f in made.faults] == ["internal"]
    assert "extra.good" in {c.rule for c in made.coverage if c.status == "checked"}


def test_a_rule_that_answers_nothing_has_checked_nothing():
    silent = type("Silent", (Good,), {"check": lambda _self, _run: None})()
    session = Session([silent, Good()])
    session.add(RunRecords(run=Run(id="r", format="made-up", where=Where("a.json"))))
    made = session.finish()
    assert [(c.rule, c.status) for c in made.coverage] == [
        ("extra.good", "could-not-check"),
        ("extra.good", "checked"),
    ]
    (fault,) = made.faults
    assert fault.message == "extra.good failed: TypeError: gave NoneType, not a Verdict"
