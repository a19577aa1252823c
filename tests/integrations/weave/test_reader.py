import json

import pytest
from tests.integrations.source import only_run, source_of
from tests.integrations.weave.specimens import call, export

from evalrata.integrations.weave.reader import READER


def test_an_export_is_a_run_of_calls():
    records = only_run(READER, export(tasks=2), "calls.json")

    assert (records.run.id, records.run.format) == ("calls", "weave")
    assert records.episodes == ()
    assert [c.pointer for c in records.calls] == ["/0", "/1", "/2", "/3"]
    assert [c.task for c in records.calls] == ["0", "0", "1", "1"]
    assert {"episodes", "actions", "evaluator", "score"} <= records.run.lacks.keys()


def test_a_call_that_does_not_fit_is_a_fault_and_the_rest_is_read():
    source = source_of({"calls.json": [call(0), {"id": 5}, call(1)]})
    (records,) = READER.read(source)

    assert [c.pointer for c in records.calls] == ["/0", "/2"]
    assert [fault.where.pointer for fault in source.faults] == ["/1"]


def test_json_lines_are_read_like_an_array():
    lines = "\n".join(json.dumps(c) for c in export(tasks=1)).encode()
    source = source_of({"calls.jsonl": lines})
    assert READER.sniff(source.document()).verdict == "yes"
    (records,) = READER.read(source)

    assert [c.pointer for c in records.calls] == ["/0", "/1"]


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (export(), "yes"),
        ([{"op_name": "x", "id": "y"}], "near"),
        ([{"id": "y", "trace_id": "z"}], "no"),
        ([], "no"),
        ([1], "no"),
        ({"op_name": "x", "id": "y", "trace_id": "z"}, "no"),
    ],
)
def test_sniffing(value, verdict):
    assert READER.sniff(source_of({"x.json": value}).document()).verdict == verdict


def test_a_near_miss_names_what_is_missing():
    document = source_of({"x.json": [{"op_name": "x", "id": "y"}]}).document()

    assert READER.sniff(document).missing == ("trace_id",)


def test_an_export_claims_no_groups():
    assert list(READER.claim(["a.json", "b.json"])) == []
