import pytest
from tests.integrations.hal.specimens import (
    TASKS,
    gold,
    record,
    reply,
    tau_upload,
    upload,
    works,
)
from tests.integrations.source import only_run

from evalrata.integrations.hal.reader import READER
from evalrata.lint.view import RunView


def compact(spans):
    """The newer layout, as the harness makes it of one task's spans."""
    longest = max(spans, key=lambda span: len(span["inputs"]["messages"]))
    message = longest["output"]["choices"][0]["message"]
    return {
        "messages": [*longest["inputs"]["messages"], message],
        "call_metadata": [
            {
                "usage": span["output"]["usage"],
                "started_at": span["started_at"],
                "ended_at": span["ended_at"],
            }
            for span in spans
        ],
        "model": longest["inputs"]["model"],
        "call_count": len(spans),
    }


def compact_upload(*, twice=False):
    own = [*gold(0), reply()]
    spans = works(0, own, twice=twice)
    value = upload("taubench_airline", {"0": record(0, own)}, spans)
    return {**value, "raw_logging_results": {"0": compact(spans)}}


@pytest.mark.parametrize(("twice", "calls"), [(False, 2), (True, 4)])
def test_the_newer_layout_gives_sums_and_no_tree(twice, calls):
    records = only_run(READER, compact_upload(twice=twice))

    assert records.calls == ()
    assert "root usage cannot be computed" in records.run.lacks["span_tree"]
    assert records.run.notes["call_metadata"] == {
        "calls": calls,
        "usage": {"gpt-4o-2024-11-20": {"input": 100 * calls, "output": 10 * calls}},
    }


def test_the_newer_layout_shows_what_the_agent_did_if_it_shows_every_output():
    episode = RunView(only_run(READER, compact_upload())).episodes[0]

    assert episode.own.complete
    assert [a.actor for a in episode.actions] == ["agent", "agent", "grader"]


def test_where_calls_stand_twice_the_newer_layout_decides_nothing():
    episode = RunView(only_run(READER, compact_upload(twice=True))).episodes[0]

    assert not episode.own.complete
    assert [a.actor for a in episode.actions] == ["unknown", "agent", "unknown"]


def test_calls_without_a_task_are_counted_and_nobodys():
    own = [*gold(0), reply()]
    spans = works(0, own)
    spans[1]["attributes"] = {}
    value = upload("taubench_airline", {"0": record(0, own)}, spans)
    records = only_run(READER, value)

    assert [c.task for c in records.calls] == ["0", None]
    assert [c.name for c in records.episodes[0].own.calls] == ["cancel_reservation"]


def test_a_log_of_several_trials_decides_nothing():
    own = [*gold(0), reply()]
    value = upload("taubench_airline", {"0": [record(0, own)] * 2}, works(0, own))
    records = only_run(READER, value)

    assert [e.trial for e in records.episodes] == [0, 1]
    assert [e.own.complete for e in records.episodes] == [False, False]


def test_logs_that_stand_at_other_tasks_claim_nothing():
    """Shifted by one, the log of an agent that only replied fits any record."""
    value = tau_upload()
    for span in value["raw_logging_results"]:
        attributes = span["attributes"]
        task = (int(attributes["weave_task_id"]) + 1) % TASKS
        attributes["weave_task_id"] = str(task)

    view = RunView(only_run(READER, value))

    actors = {a.actor for e in view.episodes for a in e.actions if a.kind == "tool"}
    assert actors == {"unknown"}
    assert {found.copies for found in view.attributions} == {0}
    assert all(a.reason.startswith("the log of task 1 ") for a in view.attributions)
    assert {e.grade.state for e in view.episodes if not e.grade.stored} == {"unknown"}
