"""Subprocesses that take part in a run: `environment`, `joined`, `python -m`."""

import json
import subprocess
import sys

import pytest
from tests.instrument.children import child, code, of_kind, parts, started
from tests.instrument.spans import nested, provider_with

from evalrata.instrument import (
    EvalrataWarning,
    acting_as,
    environment,
    episode,
    grade,
    run,
)


@pytest.fixture
def tracer():
    return provider_with().get_tracer("parent")


CALLS = """
with joined() as live:
    assert live.id == "r"
    with nested(tracer, "litellm", "openai", response="resp-1"):
        pass
    act("book", {"seats": 2})
    with acting_as("grader"):
        grade(0.5, by="child")
    pin("judge", "child-judge", version="3")
"""


def test_a_subprocess_is_counted_as_if_it_were_here(path, tracer):
    with run("r", archive=path) as live:
        with (
            episode("7", trial=1) as here,
            acting_as("agent"),
            tracer.start_as_current_span("agent"),
        ):
            child(CALLS, environment())
        grade_seen = here.result
    card = live.card()

    assert grade_seen.value == 0.5
    assert card.usage.root.input == 100
    assert card.usage.full.input == 200
    assert card.usage.by_actor["agent"].input == 100
    assert card.actions.agent == 1
    assert card.episodes.graded == 1
    assert [(i.name, i.version) for i in card.instruments] == [("child-judge", "3")]
    assert (card.dropped.parts, card.dropped.lines, card.dropped.faults) == (0, 0, 0)
    assert card.notes == ()
    assert not path.with_name("run.jsonl.parts").exists()


def test_the_archive_has_what_the_subprocess_recorded(path, tracer):
    with (
        run("r", archive=path),
        episode("7", trial=1) as here,
        acting_as("agent"),
        tracer.start_as_current_span("agent") as span,
    ):
        child(CALLS, environment())
    calls = {call["name"]: call for call in of_kind(path, "call")}
    (record,) = of_kind(path, "episode")
    (closed,) = of_kind(path, "closed")
    above = f"{span.get_span_context().span_id:016x}"

    assert calls["litellm"]["parent"] == above
    assert calls["openai"]["parent"] == calls["litellm"]["id"]
    assert calls["openai"]["task"] == "7"
    assert calls["openai"]["trial"] == 1
    assert (calls["openai"]["actor"], calls["openai"]["known"]) == ("agent", "declared")
    assert record["id"] == here.id
    assert record["actions"] == [
        {
            "name": "book",
            "arguments": {"seats": 2},
            "actor": "agent",
            "known": "declared",
        }
    ]
    assert closed["calls"] == len(of_kind(path, "call"))


def test_a_call_of_a_subprocess_nests_below_the_span_around_it(path, tracer):
    """The parent's span repeats the child's usage; each token counts once."""
    with (
        run("r", archive=path) as live,
        episode("1"),
        nested(tracer, "agent over http", response="resp-1"),
    ):
        child(CALLS, environment())
    card = live.card()

    assert card.usage.root.input == 100
    assert card.usage.full.input == 300


OWN = """
with joined() as live:
    for number in range(3):
        with episode(f"own-{number}", trial=0, actor="agent"):
            with nested(tracer, "openai", response=f"resp-{number}"):
                act("look")
            grade(number)
            isolated("w", graded=1)
    live.grade("own-0", 0, 5)
    print(live.card().episodes.graded, len(live.text().splitlines()))
"""


def test_episodes_of_a_subprocess_are_the_runs(path):
    with run("r", archive=path, tasks=4) as live:
        with episode("here"):
            grade(1)
        printed = child(OWN, environment())
        live.card()
        live.grade("own-1", 0, 7)
    card = live.card()
    grades = {e["id"]: e["grade"]["value"] for e in of_kind(path, "episode")}

    assert printed == "3 3\n"
    assert (card.episodes.started, card.episodes.graded) == (4, 4)
    assert card.episodes.finished == 4
    assert card.episodes.missing == 0
    assert card.usage.by_actor["agent"].input == 300
    assert card.actions.agent == 3
    assert card.isolation[0].episodes == 3
    assert sorted(grades.values()) == [1, 1, 2, 5]
    assert card.score.graded_only.value == pytest.approx((1 + 5 + 7 + 2) / 4)
    assert len(of_kind(path, "opened")) == 4


GRAND = """
import subprocess
with joined():
    with episode("own"), acting_as("environment"):
        command = [sys.executable, "-c", sys.argv[1]]
        subprocess.run(command, env=environment(), check=True)
        grade(1)
"""
GRANDCHILD = """
with joined():
    with nested(tracer, "openai", response="deep"):
        act("dig")
"""


def test_a_process_further_down_writes_to_the_same_run(path):
    with run("r", archive=path) as live:
        child(GRAND, environment(), code(GRANDCHILD))
    card = live.card()
    (record,) = of_kind(path, "episode")

    assert card.usage.by_actor["environment"].input == 100
    assert [a["name"] for a in record["actions"]] == ["dig"]
    assert card.notes == ()
    assert parts(path) == []


def test_the_sums_are_known_while_the_subprocess_runs(path):
    program = """
    with joined():
        with nested(tracer, "openai", response="1"):
            pass
        print("made", flush=True)
        sys.stdin.readline()
    """
    with run("r", archive=path) as live:
        process = started(program, environment())
        with process:
            assert process.stdout.readline() == "made\n"
            during = live.card()
            process.stdin.write("\n")
    assert during.usage.root.input == 100
    assert live.card().usage.root.input == 100


KILLED = """
with joined():
    with nested(tracer, "openai", response="1"):
        pass
    with tracer.start_as_current_span("loop"):
        with nested(tracer, "openai", response="2"):
            act("book")
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_subprocess_leaves_what_it_had_and_is_named(path):
    with run("r", archive=path) as live, episode("1"), acting_as("agent"):
        child(KILLED, environment(), check=False)
    card = live.card()

    assert card.usage.root.input == 200
    assert card.actions.agent == 1
    assert card.dropped.parts == 1
    assert any("was killed" in note for note in card.notes)
    assert of_kind(path, "closed")[0]["card"]["dropped"]["parts"] == 1


def test_a_subprocess_that_still_runs_is_named(path):
    program = """
    with joined():
        print("in", flush=True)
        sys.stdin.readline()
    """
    with run("r", archive=path) as live:
        process = started(program, environment())
        assert process.stdout.readline() == "in\n"
    process.communicate("\n", timeout=30)
    card = live.card()

    assert card.dropped.parts == 1
    assert any(f"process {process.pid} still ran" in n for n in card.notes)


def test_an_environment_that_nobody_joins_is_said(path):
    with run("r", archive=path) as live:
        child("print()", environment())
    notes = live.card().notes

    assert len(notes) == 1
    assert notes[0].endswith("none joined by; what was run with them is not counted: 1")


def test_without_an_archive_it_says_that_nothing_is_counted():
    with run("r") as live, pytest.warns(EvalrataWarning, match="no archive"):
        found = environment({"A": "1"})

    assert found == {"A": "1"}
    assert live.card().dropped.misuse == 1
    assert any("without an archive" in note for note in live.card().notes)


def test_outside_a_run_the_environment_is_passed_on():
    with pytest.warns(EvalrataWarning, match="no run is open"):
        assert environment({"A": "1"}) == {"A": "1"}
    given = {"EVALRATA_CONTEXT": "x", "TRACEPARENT": "y"}

    assert environment(given) == given


def test_a_span_of_before_is_not_passed_on(path):
    with run("r", archive=path):
        found = environment({"TRACEPARENT": "stale", "TRACESTATE": "stale"})

    assert "TRACEPARENT" not in found
    assert "TRACESTATE" not in found


def test_the_variables_say_where_and_who(path, tracer):
    with (
        run("r", archive=path, benchmark="b"),
        episode("tâsk\x00", trial=2) as e,
        acting_as("agent"),
        tracer.start_as_current_span("s") as span,
    ):
        found = environment({})
    said = json.loads(found["EVALRATA_CONTEXT"])
    context = span.get_span_context()

    assert found["TRACEPARENT"].split("-")[1] == f"{context.trace_id:032x}"
    assert found["TRACEPARENT"].split("-")[2] == f"{context.span_id:016x}"
    assert "\x00" not in found["EVALRATA_CONTEXT"]
    assert (said["run"], said["benchmark"]) == ("r", "b")
    assert (said["episode"], said["task"], said["trial"]) == (e.id, "tâsk\x00", 2)
    assert said["actor"] == "agent"
    assert said["parts"] == str(path.absolute()) + ".parts"


SCRIPT = """
import sys, threading
from opentelemetry import trace
tracer = trace.get_tracer("script")
def work():
    with tracer.start_as_current_span("x", attributes={
        "gen_ai.operation.name": "chat", "gen_ai.request.model": "m",
        "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 1}):
        pass
work()
thread = threading.Thread(target=work)
thread.start()
thread.join()
print(*sys.argv[1:], __name__)
sys.exit(3)
"""


@pytest.mark.parametrize("how", ["script", "module", "code"])
def test_a_script_that_knows_nothing_is_run_as_a_part(path, tmp_path, how):
    (tmp_path / "agent.py").write_text(SCRIPT)
    arguments = {
        "script": [str(tmp_path / "agent.py")],
        "module": ["-m", "agent"],
        "code": ["-c", SCRIPT],
    }[how]
    with run("r", archive=path) as live, episode("1", actor="agent"):
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-m", "evalrata.instrument", *arguments, "a", "-b"],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    card = live.card()

    assert (done.returncode, done.stdout) == (3, "a -b __main__\n")
    # the call of the thread, too: the whole process is in the episode
    assert card.usage.by_actor["agent"].input == 20
    assert (card.dropped.parts, card.dropped.outside) == (0, 0)
    assert card.notes == ()


def test_a_process_that_is_told_to_stop_by_a_signal_counts_as_killed(path):
    program = """
    attach()
    os.kill(os.getpid(), signal.SIGTERM)
    """
    with run("r", archive=path) as live:
        child(program, environment(), check=False)

    assert live.card().dropped.parts == 1


def test_what_comes_after_the_run_is_lost_and_the_process_goes_on(path):
    program = """
    import logging
    with joined() as live:
        pass
    print("left", flush=True)
    sys.stdin.readline()
    with joined():
        with nested(tracer, "openai", response="1"):
            pass
        print(live.archive.lost > 0)
    """
    with run("r", archive=path) as live:
        process = started(program, environment())
        assert process.stdout.readline() == "left\n"
    printed, _ = process.communicate("\n", timeout=30)
    card = live.card()

    assert printed == "True\n"
    assert card.dropped.parts == 0
    assert any("still ran when the run ended" in note for note in card.notes)
