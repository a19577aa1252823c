"""Elements that are no records are faults, and the rest is read."""

import pytest
from tests.demo.tau import tau_results
from tests.integrations.source import source_of

from evalrata.integrations.tau.reader import READER

SOUND = tau_results()[0]
NOTHING = "has none of a record's fields; not read"


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ({}, NOTHING),
        ({"comment": "written by hand"}, NOTHING),
        (None, "does not fit: expected object, got null"),
    ],
)
@pytest.mark.parametrize("at", [0, 1])
def test_an_element_that_is_no_record(odd, message, at):
    records = [SOUND, SOUND]
    records.insert(at, odd)
    source = source_of({"x.json": records})
    assert READER.sniff(source.document()).verdict == "yes"
    (run,) = READER.read(source)
    assert [e.pointer for e in run.episodes] == [f"/{i}" for i in range(3) if i != at]
    assert [(f.where.pointer, f.message) for f in source.faults] == [
        (f"/{at}", message)
    ]


@pytest.mark.parametrize("error", ["", None, False])
def test_an_empty_error_is_no_crash(error):
    record = {**SOUND, "info": {**SOUND["info"], "error": error}}
    (run,) = READER.read(source_of({"x.json": [record]}))
    (episode,) = run.episodes
    assert (episode.termination.kind, episode.grade.state) == ("unknown", "graded")
    assert episode.turns == 2
