import json
import math

import pytest
from tests.integrations.source import only_run, source_of
from tests.integrations.tau.specimens import crash, record, results

from evalrata.integrations.tau.reader import LACKS, READER


def sniff(value):
    return READER.sniff(source_of({"x.json": value}).document())


def test_a_results_file_is_one_run():
    found = only_run(READER, results(), "gpt-x-airline.json")

    assert (found.run.id, found.run.format) == ("gpt-x-airline", "tau-bench")
    assert (found.run.benchmark, found.run.domains) == ("tau-bench", ("airline",))
    assert [(e.task, e.trial, e.pointer) for e in found.episodes] == [
        ("0", 0, "/0"),
        ("1", 0, "/1"),
        ("0", 1, "/2"),
        ("1", 1, "/3"),
    ]
    assert [e.grade.value for e in found.episodes] == [1.0, 1.0, 1.0, 0.0]
    assert found.calls == ()
    assert found.run.models == ()
    assert found.run.declared_tasks is None


def test_what_the_format_cannot_say_is_named():
    lacks = only_run(READER, results()).run.lacks

    assert set(lacks) == set(LACKS)
    assert all(lacks.values())


def test_a_crash_is_the_only_ending_that_is_recorded():
    found = only_run(READER, [record(0), crash(1)])

    assert found.run.lacks["termination"].endswith("no ending but a crash")
    ended = [(e.termination.kind, e.termination.no_crash) for e in found.episodes]
    assert ended == [("unknown", True), ("crashed", False)]


def test_what_a_crash_left_is_handed_over_as_text():
    found = only_run(READER, [record(0), crash(1)])

    assert found.run.notes["texts"] == [
        ["/1/info/error", "invented fault\nsecond line"],
        ["/1/info/traceback", "Traceback ..."],
    ]
    assert only_run(READER, results()).run.notes["texts"] == []


def test_a_system_prompt_is_kept_once():
    found = only_run(READER, results())

    assert found.run.notes["prompts"] == [
        ["/0/traj/0/content", "You help at an invented airline's desk."]
    ]


def test_without_system_prompts_that_is_said():
    value = [record()]
    del value[0]["traj"][0]

    assert "prompts" in only_run(READER, value).run.lacks


def test_one_record_alone():
    found = only_run(READER, record(5), "one.json")

    (episode,) = found.episodes
    assert (episode.task, episode.pointer) == ("5", "")
    assert episode.grade.pointer == "/info/reward_info"


def test_json_lines():
    lines = b"\n".join(json.dumps(r).encode() for r in results())

    assert len(only_run(READER, lines, "x.jsonl").episodes) == 4


def test_not_a_number_is_read_as_such():
    found = only_run(READER, [record(0, reward=math.nan), record(1)])

    assert math.isnan(found.episodes[0].grade.stored)
    assert math.isnan(found.episodes[0].grade.value)
    assert found.episodes[1].grade.value == 1.0


def test_task_data_is_identified_by_digest_in_any_order():
    def digest(value):
        (instrument,) = only_run(READER, value).run.instruments
        assert instrument.role == "task_data"
        return instrument.digest

    changed = results()
    changed[0]["info"]["task"]["outputs"] = ["1"]
    changed[2]["info"]["task"]["outputs"] = ["1"]

    assert digest(results()) == digest(results()[::-1])
    assert digest(results()) != digest(changed)


def test_a_record_that_does_not_fit_is_named_and_the_rest_is_read():
    broken = record(1)
    broken["reward"] = "high"
    source = source_of({"x.json": [record(0), broken, record(2)]})

    (found,) = READER.read(source)

    assert [e.task for e in found.episodes] == ["0", "2"]
    (fault,) = source.faults
    assert fault.where.pointer.startswith("/1")


def test_recognised_by_its_four_fields():
    assert sniff(results()).verdict == "yes"
    assert sniff(record()).verdict == "yes"


def test_a_near_miss_names_what_is_missing():
    value = record()
    del value["traj"]

    match = sniff([value])

    assert (match.verdict, match.missing) == ("near", ("traj",))


@pytest.mark.parametrize(
    "value",
    [[], {}, [1], {"task_id": 1, "reward": 0}, {"info": {}, "tasks": []}, b"3"],
)
def test_other_documents_are_left_alone(value):
    assert sniff(value).verdict == "no"


def test_no_files_are_claimed_together():
    assert list(READER.claim(["a.json", "b.json"])) == []
