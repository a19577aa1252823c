import json
import math

import pytest
from jsonschema import Draft202012Validator
from tests.cli.reports import board_report, fault, finding, gap, report

from evalrata.cli.render.json import as_json
from evalrata.schemas.published import schema_text

SCHEMA = Draft202012Validator(json.loads(schema_text("report")))

FULL = report(findings=(finding(),), coverage=(gap(),), faults=(fault(),))


@pytest.mark.parametrize("made", [FULL, board_report(), report(runs=())])
def test_it_follows_the_published_schema(made):
    SCHEMA.validate(json.loads(as_json(made)))


def test_the_shape_that_readers_rely_on():
    data = json.loads(as_json(FULL))
    assert data["schema"] == "evalrata.report/1"
    assert data["inputs"][0]["sha256"] == "ab" * 32
    row = data["runs"][0]
    assert row["score"]["graded_only"] == {"value": 0.5, "n": 40}
    assert row["score"]["completed_only"] is None
    assert row["usage"]["root"] == {
        "input": 10000,
        "output": [900, 1000],
        "total": [10900, 11000],
    }
    assert row["usage"]["multiplier"]["cost"] is None
    assert row["actions"]["unknown"] == 0
    found = data["findings"][0]
    assert found["episodes"][0]["pointer"] == "/results/0"
    assert found["published"] is None
    assert data["coverage"][0]["reason"] == "this format records no calls"


def test_the_same_report_gives_the_same_bytes():
    made = [
        report(findings=(finding(values=values),))
        for values in ({"b": 1, "a": 2}, {"a": 2, "b": 1})
    ]
    assert as_json(made[0]) == as_json(made[1])


def test_what_json_cannot_hold_is_null_and_said():
    values = {"worst/one": math.nan, "list": [1.0, -math.inf]}
    text = as_json(report(findings=(finding(values=values),)))
    data = json.loads(text, parse_constant=pytest.fail)
    assert data["findings"][0]["values"] == {"list": [1.0, None], "worst/one": None}
    assert data["notes"] == [
        "/findings/0/values/list/1 is not a finite number; null stands here",
        "/findings/0/values/worst~1one is not a finite number; null stands here",
    ]
    SCHEMA.validate(data)


def test_it_is_ascii_whatever_the_archive_holds():
    text = as_json(report(findings=(finding(message="\x1b[31m \ud800 模型"),)))
    assert text.isascii()
    assert "\x1b" not in text
    assert json.loads(text)["findings"][0]["message"] == "\x1b[31m \ud800 模型"
