"""The archive of a live run lints to the numbers of its card."""

import json

import pytest
from msgspec import structs
from tests.instrument.children import child
from tests.integrations.records.live_runs import (
    TRACER,
    agreed,
    call,
    found,
    linted,
    rollup,
    span,
)

from evalrata.instrument import (
    act,
    acting_as,
    censored,
    crashed,
    environment,
    episode,
    grade,
    run,
    stored,
)
from evalrata.schemas.card_stated import against
from evalrata.schemas.report import Scores


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jsonl"


def test_a_sound_run_gives_nothing_above_info(path):
    about = {"benchmark": "toy", "models": ["gpt-4o"], "tasks": ["0", "1"]}
    with run("r", archive=path, **about) as live:
        live.pin("evaluator", "toy-eval", version="1.0")
        live.pin("task_data", "toy", digest="sha256:00")
        for task in ("0", "1"):
            with episode(task, 0):
                with acting_as("agent"):
                    call(f"chatcmpl-{task}", "op", "litellm", "openai")
                    act("book", {"id": task})
                with acting_as("grader"):
                    call(f"chatcmpl-judge-{task}")
                    act("check")
                    grade(task == "1", by="judge")
    report = agreed(path, live.card())
    (row,) = report.runs

    assert found(report) == set()
    assert (row.usage.root.total, row.usage.multiplier.total) == (480, 2.0)
    assert row.usage.by_actor["grader"].total == 240
    assert (row.actions.agent, row.actions.grader) == (2, 2)
    assert row.score.graded_only.value == 0.5


def test_every_way_that_an_episode_can_go(path):
    with run("r", archive=path) as live:
        with episode("graded"):
            grade(1.0)
        with episode("graded"):  # the same task again
            grade(0.0)
        with episode("ungraded"):
            pass
        with pytest.raises(OSError, match="reset"), episode("crashed"):
            raise OSError("reset")
        with episode("crashed", 1), acting_as("agent"):
            act("look")
            stored(0.0)
            crashed("the sandbox went away")
        with episode("censored"):
            censored("max_steps")
            stored(0.0)
        with pytest.raises(KeyboardInterrupt), episode("stopped"):
            raise KeyboardInterrupt
        with episode("twice"):
            grade(0.0)
            grade(1.0)
        with episode("late", 0):
            pass
        live.grade("late", 0, 0.5, by="a second judge")
        with episode("no number"):
            grade(None)
        live.episode("never ended", 0).enter()
        act("look", actor="agent")
        act("buy", actor="user_simulator")
        act("check", actor="grader")
        act("somebody")
    card = live.card()
    report = agreed(path, card)
    (row,) = report.runs

    assert (row.episodes, row.graded, row.ungraded, row.unknown) == (11, 4, 7, 0)
    assert (row.crashed, row.censored) == (2, 1)
    assert row.score.graded_only.value == (1 + 0 + 1 + 0.5) / 4
    assert card.score.without_crashed is None  # of two it is not known
    assert structs.astuple(row.actions) == (2, 1, 1, 0, 1)
    assert found(report) == {
        "grading.crashed-as-failure",
        "grading.censored-as-failure",
        "grading.idle-pass",
    }


def findings(report, rule):
    return [(f.severity, f.message) for f in report.findings if f.rule == rule]


def test_an_attempt_that_crashed_and_was_made_again_is_no_duplicate(path):
    with run("r", archive=path) as live:
        with pytest.raises(OSError, match="reset"), episode("0", 0):
            raise OSError("reset")
        for task in ("0", "1", "1"):  # task 1 twice, and nothing crashed
            with episode(task, 0):
                grade(1.0)
    report = agreed(path, live.card())

    assert sorted(findings(report, "records.duplicate")) == [
        (
            "error",
            (
                "2 of 4 records share task and trial with another: 1 more than there "
                "are different ones"
            ),
        ),
        (
            "info",
            "1 of 4 records is of an attempt that crashed and was made again later",
        ),
    ]


def test_tasks_that_were_declared_by_their_number_and_are_missing(path):
    with run("r", archive=path, tasks=3, trials=2) as live:
        for trial in (0, 1):
            with episode("0", trial):
                grade(1.0)
    card = live.card()
    report = agreed(path, card)

    assert card.episodes.missing == 4
    assert findings(report, "grading.missing-episodes") == [
        (
            "error",
            (
                "4 of 6 declared episodes are absent (3 tasks x 2 trials); which ones "
                "is not known: the run does not name the tasks it covers"
            ),
        )
    ]


def test_a_model_that_the_run_does_not_name(path):
    with run("r", archive=path, models=["gpt-5"]) as live, episode("0", 0):
        with acting_as("agent"):
            call("chatcmpl-0", "litellm", "openai")
        with acting_as("grader"):
            call("chatcmpl-1")
        grade(1.0)
    report = agreed(path, live.card())

    assert findings(report, "provenance.model-mismatch") == [
        (
            "error",
            (
                "1 of 1 turn was made by models that the header does not name "
                "(gpt-4o 1); it names gpt-5"
            ),
        )
    ]


def test_every_way_that_spans_can_stand(path):
    with run("r", archive=path) as live, episode("0"):
        with acting_as("agent"):
            call("nested", "op", "litellm", "openai")
            call("twice")
            call("twice")  # the same call by another instrumentation
            with TRACER.start_as_current_span("agent", attributes=rollup(200, 40)):
                call("a")
                call("b")
            span(failed=True)
            call("retried")
            span("embeddings", **{"gen_ai.usage.input_tokens": 30})
        with acting_as("user_simulator"):
            span()  # no usage
            call("said")
        call("by nobody")
        grade(1.0)
    card = live.card()
    report = agreed(path, card)
    (row,) = report.runs

    # nested, twice, a, b, retried, said, by nobody; and the embedding
    assert row.usage.root.total == 7 * 120 + 30
    assert row.usage.full.total == (3 + 2 + 2 + 1 + 1 + 1) * 120 + 240 + 30
    assert row.usage.by_actor["user_simulator"].total == 120
    assert row.usage.by_actor["unknown"].total == 120
    assert (card.calls.missing, card.calls.failed) == (1, 1)
    assert found(report) == {"cost.duplicate-response", "cost.usage-missing"}


def test_what_the_spans_leave_open_is_one_interval_in_both(path):
    with run("r", archive=path) as live, episode("0"), acting_as("agent"):
        call("outer", "openai")
        with TRACER.start_as_current_span("agent", attributes=rollup(500, 60)):
            call("inner")  # the roll-up says more than is below it
        with TRACER.start_as_current_span("chat", attributes=rollup(100, 20)):
            call(None)
            call(None)
    report = agreed(path, live.card())
    (row,) = report.runs
    low, high = row.usage.root.total

    assert live.card().usage.root.total == (low, high)
    assert low < high
    assert found(report) == {"cost.ambiguous-usage"}


def test_a_fingerprint_is_not_in_the_archive(path):
    """The card joins what looks alike; lint without it leaves room for both."""
    with run("r", archive=path, fingerprint=True) as live, episode("0"):
        outer = TRACER.start_span("langchain", attributes=rollup(100, 20))
        call(None)
        outer.end()
    _, plain = linted(path)
    _, joined = linted(path, fingerprint=True)

    assert against(live.card(), plain).differing == ()
    assert against(live.card(), joined).open == {}


def test_a_run_without_an_episode_or_a_span(path):
    with run("r", archive=path) as live:
        pass
    counts = ("episodes", "graded", "ungraded", "crashed", "censored")
    report = agreed(path, live.card(), undecided=counts)

    assert found(report) == set()


def test_another_process_and_a_fork_are_in_both(path):
    with run("r", archive=path) as live, episode("0"):
        child(
            """
            with joined() as live:
                with acting_as("agent"), nested(tracer, "a", "b", response="r1"):
                    act("book", {"id": 1})
                with episode("1"), acting_as("agent"):
                    grade(0.25)
                pin("harness", "toy", version="2")
            """,
            environment(),
        )
        grade(1.0)
    report = agreed(path, live.card())
    (row,) = report.runs

    assert (row.episodes, row.graded, row.usage.root.total) == (2, 2, 120)
    assert row.actions.agent == 1
    assert [i.name for i in row.instruments] == ["toy"]


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        ({"score": Scores()}, set()),
        ({"episodes": {"graded": 0, "ungraded": 1}}, {"records.card-mismatch"}),
        ({"actions": {"agent": 0, "grader": 1}}, {"records.card-mismatch"}),
        ({"by_actor": "grader"}, {"records.card-mismatch"}),
    ],
)
def test_a_card_that_was_changed(path, change, rules):
    with run("r", archive=path), episode("0"), acting_as("agent"):
        call("1")
        act("book")
        grade(1.0)
    *lines, last = path.read_text().splitlines()
    closed = json.loads(last)
    card = closed["closed"]["card"]
    usage = card["usage"]
    for name, value in change.items():
        if name == "by_actor":
            usage["by_actor"] = {value: usage["by_actor"]["agent"]}
        elif name == "score":
            card["score"] = {}
        else:
            card[name].update(value)
    if "episodes" in change:
        card["graded_fraction"], card["score"] = 0.0, {}
    path.write_text("\n".join([*lines, json.dumps(closed)]) + "\n")
    report, _ = linted(path)

    assert report.faults == ()
    assert found(report, "error") == rules


def test_where_lines_are_missing_the_card_is_not_checked(path):
    with run("r", archive=path):
        for task in "012":
            with episode(task):
                grade(1.0)
    kept = [t for t in path.read_text().splitlines() if '"task":"1"' not in t]
    path.write_text("\n".join(kept) + "\n")
    report, row = linted(path)
    (coverage,) = (c for c in report.coverage if c.rule == "records.card-mismatch")

    assert row.episodes == 2
    assert coverage.status == "could-not-check"
    assert "counts 3 lines; 2 were read" in coverage.reason


def test_a_line_that_cannot_be_read_may_be_a_grade(path):
    with run("r", archive=path) as live:
        with episode("0", 0):
            pass
        live.grade("0", 0, 1.0)
    text = path.read_text().replace('{"grade":', '{"grade"')
    path.write_text(text)
    report, _ = linted(path)
    (coverage,) = (c for c in report.coverage if c.rule == "records.card-mismatch")

    assert coverage.status == "could-not-check"
    assert "1 line could not be read" in coverage.reason
