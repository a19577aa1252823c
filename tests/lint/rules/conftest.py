"""Collects the literate test files of the rules.

``tests/lint/rules/<family>/<name>.md`` tests the rule ``<family>.<name>``.  Each
``## heading`` is one case: prose, one or more ``json run`` blocks (records, with the
dull fields left out), and one ``json expect`` block with what the rule must say.

A run block holds ``{"run": {...}, "episodes": [...], "calls": [...]}``.  Left-out
fields get these defaults: the run's ``id`` is ``run-1``, ``run-2`` ..., its ``format``
``specimen``, its ``where`` ``{"file": "<id>.json"}``; an episode's ``pointer`` is its
index (``/0``), its ``grade`` ``{"state": "unknown"}``; a call's ``id`` is ``c<index>``.

An expect block holds ``status``, and optionally ``checked``, ``unchecked``, ``reason``
(a part of it), and ``findings``: a list with, for each finding, the fields that it
must have.  ``message`` is compared whole, ``episodes`` is a list of pointers,
``values`` and ``refs`` (values of the episode refs) are compared key by key.  With
several runs and a run rule, ``expect`` is a list with one entry per run.

A case of two measurements has ``json before`` and ``json after`` blocks instead, one
per run, as run blocks; a run's ``where`` is ``before/<id>.json`` or
``after/<id>.json``.  A ``json limits`` block holds fields of
``evalrata.lint.comparing.comparison.Limits``.
"""

import json
import re

import msgspec
import pytest

from evalrata.lint.comparing.compare import compare as compare_sides
from evalrata.lint.comparing.comparison import Limits
from evalrata.lint.comparing.kept import keep
from evalrata.lint.comparing.options import Options
from evalrata.lint.engine import board_views
from evalrata.lint.rule import RescoreRule, RunRule, SessionRule
from evalrata.lint.rules import load
from evalrata.lint.view import RunView
from evalrata.schemas.records import RunRecords

BLOCK = re.compile(
    r"^```json (run|before|after|limits|expect)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".md":
        return MarkdownFile.from_parent(parent, path=file_path)
    return None


class MarkdownFile(pytest.File):
    def collect(self):
        rule = f"{self.path.parent.name}.{self.path.stem}"
        text = self.path.read_text(encoding="utf-8")
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = section.partition("\n")
            yield Case.from_parent(self, name=heading.strip(), rule=rule, body=body)


class Case(pytest.Item):
    def __init__(self, *, rule, body, **kwargs):
        super().__init__(**kwargs)
        self.rule, self.body = rule, body

    def runtest(self):
        blocks = parse(self.body)
        rule, (expected,) = load(self.rule), blocks["expect"]
        if blocks["before"]:
            compare(rule.check(comparison(blocks)), expected)
            return
        views = [RunView(run, price=FlatPrice()) for run in blocks["run"]]
        if isinstance(rule, (RunRule, RescoreRule)):
            ask = rule.check if isinstance(rule, RunRule) else rule.check_run
            wanted = expected if isinstance(expected, list) else [expected]
            assert len(wanted) == len(views), "one expectation per run"
            for view, want in zip(views, wanted, strict=True):
                compare(ask(view), want)
            return
        entries = tuple(view.entry for view in views)
        if isinstance(rule, SessionRule):
            compare(rule.check(entries), expected)
            return
        (board,) = board_views(entries)
        compare(rule.check(board), expected)

    def repr_failure(self, excinfo, style=None):
        return f"{self.rule}: {self.name}\n{excinfo.getrepr(style='short')}"

    def reportinfo(self):
        return self.path, None, f"{self.rule}: {self.name}"


class FlatPrice:
    """One dollar per thousand tokens; models called ``unpriced`` have no price."""

    version = "flat"

    def __call__(self, model, usage, date):
        if model.startswith("unpriced"):
            return None
        return ((usage.input or 0) + (usage.output or 0)) / 1000

    def reason(self, model, usage, date):
        return None


def parse(body):
    """Return the contents of a case's blocks by their kind."""
    found = {"run": [], "before": [], "after": [], "limits": [], "expect": []}
    for kind, text in BLOCK.findall(body):
        data, number = json.loads(text), len(found[kind]) + 1
        if kind == "run":
            data = run_of(data, number)
        elif kind in ("before", "after"):
            data = run_of(data, number, folder=f"{kind}/")
        found[kind].append(data)
    sides = bool(found["before"] and found["after"])
    assert sides != bool(found["run"]), "a case needs a run block, or both sides"
    assert len(found["expect"]) == 1, "one expect block per case"
    return found


def comparison(blocks):
    limits = blocks["limits"][0] if blocks["limits"] else {}
    options = Options(limits=msgspec.convert(limits, Limits))
    before, after = (
        [keep(run) for run in blocks[side]] for side in ("before", "after")
    )
    return compare_sides(before, after, options)


def run_of(data, number, *, folder=""):
    run = {"id": f"run-{number}", "format": "specimen", **data.get("run", {})}
    run.setdefault("where", {"file": f"{folder}{run['id']}.json"})
    episodes = [
        {"pointer": f"/{i}", "grade": {"state": "unknown"}, **e}
        for i, e in enumerate(data.get("episodes", []))
    ]
    calls = [{"id": f"c{i}", **c} for i, c in enumerate(data.get("calls", []))]
    return msgspec.convert(
        {"run": run, "episodes": episodes, "calls": calls}, RunRecords, strict=True
    )


def compare(verdict, want):
    assert verdict.status == want["status"], verdict
    for name in ("checked", "unchecked"):
        if name in want:
            assert getattr(verdict, name) == want[name], verdict
    if "reason" in want:
        assert want["reason"] in (verdict.reason or ""), verdict.reason
    found = [msgspec.json.decode(msgspec.json.encode(f)) for f in verdict.findings]
    wanted = want.get("findings", [])
    assert len(found) == len(wanted), [f["message"] for f in found]
    for has, needs in zip(found, wanted, strict=True):
        compare_finding(has, needs)


def compare_finding(has, needs):
    for key, value in needs.items():
        if key == "episodes":
            assert [e["pointer"] for e in has.get("episodes", [])] == value
        elif key == "fields":
            assert [e["field"] for e in has["episodes"]] == value
        elif key == "ranges":
            got = [e["ranges"] for e in has["episodes"]]
            assert got == value
        elif key == "refs":
            for ref, wanted in zip(has["episodes"], value, strict=True):
                assert {k: ref["values"][k] for k in wanted} == wanted
        elif key == "values":
            assert {k: has["values"].get(k) for k in value} == value
        else:
            assert has.get(key) == value, (key, has.get(key))
