"""What the hooks make of what Inspect tells them, with stand-ins for that."""

from contextlib import contextmanager
from contextvars import copy_context
from types import SimpleNamespace

import msgspec
import pytest
from tests.integrations.inspect.specimens import (
    at,
    counts,
    model_event,
    sample,
    spec,
    tool_event,
)

from evalrata.instrument import acting_as, grade
from evalrata.instrument.faults import FAULTS
from evalrata.integrations.inspect.hooks import EvaluationHooks
from evalrata.integrations.inspect.places import Places
from evalrata.integrations.inspect.recorder import Recorder
from evalrata.integrations.inspect.settings import Settings
from evalrata.schemas.card import Card

KEY = {"eval_id": "abc", "run_id": "run", "sample_id": "sample-1"}


class Driver:
    """Tells the hooks what Inspect would, and reads what was written."""

    def __init__(self, folder):
        self.folder = folder
        self.context = copy_context()
        self.hooks = EvaluationHooks()
        self.tell("task_start", spec=spec())

    def tell(self, hook, **data):
        call = getattr(self.hooks, f"on_{hook}")
        coroutine = call(SimpleNamespace(**{**KEY, **data}))
        with pytest.raises(StopIteration):
            self.context.run(coroutine.send, None)

    @contextmanager
    def acting_as(self, actor):
        scope = acting_as(actor)
        self.context.run(scope.enter)
        yield
        self.context.run(scope.leave, None)

    def begin(self, name=1, epoch=1, key="sample-1"):
        summary = SimpleNamespace(id=name, epoch=epoch)
        self.tell("sample_start", sample_id=key, summary=summary)
        self.tell("sample_attempt_start", sample_id=key)

    def events(self, *events, key="sample-1"):
        for event in events:
            self.tell("sample_event", sample_id=key, event=event)

    def card(self, status="success"):
        self.tell("task_end", log=SimpleNamespace(status=status))
        return msgspec.json.decode((self.folder / "card.json").read_bytes(), type=Card)

    def lines(self, kind):
        found = (self.folder / "run.jsonl").read_bytes().splitlines()
        lines = [msgspec.json.decode(line) for line in found]
        return [line[kind] for line in lines if kind in line]


@pytest.fixture
def driver(tmp_path, monkeypatch):
    places = Places(archive=tmp_path / "run.jsonl", card=tmp_path / "card.json")
    recorder = Recorder(Settings(places=places))
    monkeypatch.setattr(EvaluationHooks, "recorder", recorder)
    return Driver(tmp_path)


def span(name, *, parent=None, kind=None):
    return SimpleNamespace(event="span_begin", id=name, parent_id=parent, type=kind)


def test_an_event_that_is_delivered_twice_counts_once(driver):
    driver.begin()
    early = model_event(completed=None)
    driver.events(early)
    early.completed = at(1)
    driver.events(early)
    driver.tell("sample_end", sample=sample())

    card = driver.card()
    assert (card.calls.spans, card.usage.root.total) == (1, 110)
    assert driver.lines("call")[0]["ended"] == at(1).timestamp()


def test_an_event_whose_times_never_came_counts_when_the_attempt_ends(driver):
    driver.begin()
    driver.events(model_event(completed=None))
    driver.tell("sample_attempt_end")

    assert driver.card().usage.root.total == 110


def test_a_failed_call_used_nothing_and_is_counted_once(driver):
    driver.begin()
    event = model_event(error="refused", usage=None, completed=None)
    driver.events(event, event)

    card = driver.card()
    assert (card.calls.billed, card.calls.failed) == (0, 1)


def test_scoring_is_known_by_its_span(driver):
    driver.begin()
    driver.events(
        span("s1", kind="solvers"),
        model_event("m1", usage=counts(1, 1)),
        span("s2", kind="scorers"),
        span("s3", parent="s2", kind="scorer"),
        span("s4", parent="s3", kind="anything"),
        model_event("m2", span_id="s4", usage=counts(20, 2)),
        tool_event("t1", span="s4"),
    )
    driver.tell("sample_end", sample=sample())

    card = driver.card()
    assert {a: t.total for a, t in card.usage.by_actor.items()} == {
        "agent": 2,
        "grader": 22,
    }
    assert card.actions.grader == 1


def test_another_model_without_a_role_is_nobodys(driver):
    driver.begin()
    driver.events(
        model_event("m1"), model_event("m2", model="openai/other", usage=counts(7, 1))
    )

    found = driver.card().usage.by_actor
    assert {a: t.total for a, t in found.items()} == {"agent": 110, "unknown": 8}


def test_a_tool_belongs_to_the_model_call_that_asked_for_it(driver):
    driver.begin()
    driver.events(
        model_event("m1", tool_calls=["c1"]),
        model_event("m2", role="user", tool_calls=["c2"], completed=None),
        tool_event("t2", call="c2", name="second", started=5),
        tool_event("t1", call="c1", name="first", started=4),
        tool_event("t3", call="c3", name="third", started=6),
    )
    driver.tell("sample_end", sample=sample())
    driver.card()

    (episode,) = driver.lines("episode")
    assert [
        (a["name"], a.get("actor"), a.get("known")) for a in episode["actions"]
    ] == [
        ("first", "agent", "aligned"),
        ("second", "user_simulator", "aligned"),
        ("third", None, None),
    ]


def test_actions_are_those_of_the_last_attempt(driver):
    driver.begin()
    driver.events(model_event("m1", tool_calls=["c1"]), tool_event("t1", name="old"))
    driver.tell("sample_attempt_end")
    driver.tell("sample_attempt_start")
    driver.events(model_event("m2", tool_calls=["c1"]), tool_event("t2", name="new"))
    driver.tell("sample_end", sample=sample())
    driver.card()

    (episode,) = driver.lines("episode")
    assert [a["name"] for a in episode["actions"]] == ["new"]
    assert len(driver.lines("call")) == 2


def limit(kind, number=3, reason="too many"):
    return SimpleNamespace(type=kind, limit=number, reason=reason)


def error(message):
    return SimpleNamespace(message=message)


@pytest.mark.parametrize(
    ("ending", "kind", "reason"),
    [
        ({}, "completed", None),
        ({"limit": limit("token")}, "censored", "token limit of 3: too many"),
        ({"limit": limit("time", 2.5, None)}, "censored", "time limit of 2.5"),
        ({"error": error("ValueError('x')")}, "crashed", "ValueError('x')"),
        (
            {"error": error("ValueError('x')"), "limit": limit("token")},
            "crashed",
            "ValueError('x')",
        ),
        (
            {"error": error("CancelledError('by scope')")},
            "unknown",
            "CancelledError: CancelledError('by scope')",
        ),
        (
            {"limit": limit("operator", 1, "stopped")},
            "unknown",
            "CancelledError: operator limit of 1: stopped",
        ),
    ],
)
def test_endings(ending, kind, reason, driver):
    driver.begin()
    driver.tell("sample_end", sample=sample(**ending))
    driver.card()

    (episode,) = driver.lines("episode")
    termination = episode["termination"]
    assert termination.get("kind", "unknown") == kind
    assert termination.get("reason") == reason
    assert episode["grade"]["value"] == 1.0


def grades(driver):
    found = [e["grade"] for e in driver.lines("episode")]
    return [(g["state"], g.get("value"), g["reason"]) for g in found]


def test_a_sample_without_the_tasks_first_score_is_ungraded(driver):
    given = [{"match": "C", "judge": "I"}, {"judge": "C"}, {}]
    for number, scores in enumerate(given):
        driver.begin(number, key=str(number))
        driver.tell("sample_end", sample_id=str(number), sample=sample(scores=scores))
    card = driver.card()

    assert (card.episodes.graded, card.episodes.ungraded) == (1, 2)
    assert grades(driver) == [
        ("graded", 1.0, "graded by match"),
        ("ungraded", None, "the sample has no score of match"),
        ("ungraded", None, "the sample has no score of match"),
    ]
    assert {
        "2 samples have a score of judge; the grade is the score of match",
        "2 samples get no grade from Inspect: the sample has no score of match",
    } <= set(card.notes)


def test_a_grade_by_the_tasks_own_code_stands_where_inspect_has_none(driver):
    for number, scores in enumerate([{}, {"match": "I"}]):
        driver.begin(number, key=str(number))
        driver.context.run(grade, 0.5, by="mine")
        driver.tell("sample_end", sample_id=str(number), sample=sample(scores=scores))
    driver.card()

    assert grades(driver) == [
        ("graded", 0.5, "graded by mine"),
        ("graded", 0.0, "graded by match"),
    ]


def test_a_sample_that_never_ended(driver):
    driver.begin()

    card = driver.card(status="error")
    assert (card.episodes.never_ended, card.episodes.ungraded) == (1, 1)
    assert "Inspect ended the task with status error" in card.notes


def test_a_task_whose_end_was_not_told_ends_with_the_run(driver):
    driver.begin()
    log = SimpleNamespace(eval=SimpleNamespace(eval_id="abc"), status="cancelled")
    driver.tell("run_end", logs=[log])

    (closed,) = driver.lines("closed")
    assert "Inspect ended the task with status cancelled" in closed["card"]["notes"]


def test_a_run_that_is_not_the_tasks_leaves_it_open(driver):
    driver.tell("run_end", run_id="another", logs=[])

    assert driver.lines("closed") == []


def test_a_model_call_outside_any_sample(driver):
    driver.tell(
        "model_usage", eval_id=None, model_name="openai/gpt-4o", usage=counts(7, 1)
    )
    driver.tell(
        "model_usage", eval_id="abc", model_name="openai/gpt-4o", usage=counts(9, 9)
    )

    card = driver.card()
    assert (card.usage.root.total, card.calls.unattributed) == (8, 1)


def test_two_actors_on_one_message_cannot_be_told_apart(driver):
    driver.begin()
    for actor in ("agent", "user_simulator"):
        with driver.acting_as(actor):
            driver.tell(
                "before_model_generate", input=[SimpleNamespace(id="message-1")]
            )
    driver.events(model_event())
    driver.tell("sample_end", sample=sample())

    assert driver.card().calls.unattributed == 1


def test_samples_of_tasks_that_are_not_open_are_ignored(driver):
    driver.tell("sample_start", eval_id="other", summary=SimpleNamespace(id=1, epoch=1))
    driver.events(model_event())
    driver.tell("sample_end", sample=sample())

    assert driver.card().episodes.started == 0


def test_a_fault_of_ours_is_counted_and_kept_from_inspect(driver):
    before = FAULTS.count
    driver.begin()
    driver.events(SimpleNamespace(event="model"))

    assert FAULTS.count == before + 1
    assert driver.card().dropped.faults == 1


def test_detached_hooks_are_not_enabled(driver, monkeypatch):
    assert driver.hooks.enabled()
    EvaluationHooks.recorder.close()
    monkeypatch.setattr(EvaluationHooks, "recorder", None)
    assert not driver.hooks.enabled()
    (closed,) = driver.lines("closed")
    assert "Inspect ended the task with status detached" in closed["card"]["notes"]
