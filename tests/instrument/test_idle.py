"""An idle episode is told from one of a run that records no actions."""

from tests.instrument.children import child, of_kind
from tests.instrument.spans import provider_with

from evalrata.instrument import act, environment, episode, grade, run


def lists(path):
    return {e["task"]: e.get("actions") for e in of_kind(path, "episode")}


def test_a_run_that_records_no_action_has_no_lists(tmp_path):
    with run("r", archive=tmp_path / "run.jsonl"), episode("1"):
        grade(1)

    assert lists(tmp_path / "run.jsonl") == {"1": None}


def test_an_episode_without_actions_is_idle_once_the_run_has_recorded_one(tmp_path):
    with run("r", archive=tmp_path / "run.jsonl") as live:
        with episode("1") as first:
            act("book")
        with episode("2"):
            pass
        assert first.actions is None  # written, and let go of

    found = lists(tmp_path / "run.jsonl")
    assert [action["name"] for action in found["1"]] == ["book"]
    assert found["2"] == []
    assert live.card().actions.unknown == 1


def test_a_tool_s_span_is_an_action_too(tmp_path):
    tracer = provider_with().get_tracer("x")
    said = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "book"}
    with run("r", archive=tmp_path / "run.jsonl"):
        with episode("1"):
            tracer.start_span("tool", attributes=said).end()
        with episode("2"):
            pass

    assert lists(tmp_path / "run.jsonl")["2"] == []


def test_another_process_s_action_is_one_of_the_run(tmp_path):
    with run("r", archive=tmp_path / "run.jsonl"):
        with episode("1"):
            child("with joined():\n    act('book')", environment())
        with episode("2"):
            pass

    assert lists(tmp_path / "run.jsonl")["2"] == []
