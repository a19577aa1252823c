"""A run as a harness makes it, and what its card and archive then say."""

import json

import pytest
from tests.instrument.spans import chat, nested, provider_with

from evalrata.instrument import (
    EvalrataWarning,
    act,
    acting_as,
    censored,
    crashed,
    current,
    episode,
    grade,
    isolated,
    pin,
    run,
    stored,
)
from evalrata.schemas.errors import UsageError
from evalrata.schemas.report import Tokens


@pytest.fixture
def tracer():
    return provider_with().get_tracer("client")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_nested_call_counts_once_and_the_multiplier_is_the_depth(tracer):
    with run("r") as live, episode("1"), acting_as("agent"):
        for number in range(4):
            with nested(tracer, "op", "litellm", "openai", response=f"r{number}"):
                pass
    card = live.card()

    assert card.usage.full == Tokens(input=1200, output=240, total=1440)
    assert card.usage.root == Tokens(input=400, output=80, total=480)
    assert card.usage.multiplier.total == 3.0
    assert card.calls.spans == 12
    assert card.calls.billed == 4


def test_usage_is_counted_by_who_made_the_call(tracer):
    with run("r") as live, episode("1"):
        for number, actor in enumerate(["agent", "agent", "user_simulator", "grader"]):
            with acting_as(actor), nested(tracer, "openai", response=f"r{number}"):
                pass
        with nested(tracer, "openai", response="nobody's"):
            pass

    by_actor = live.card().usage.by_actor
    assert {actor: tokens.total for actor, tokens in by_actor.items()} == {
        "agent": 240,
        "user_simulator": 120,
        "grader": 120,
        "unknown": 120,
    }
    assert live.card().calls.unattributed == 1


def test_usage_while_the_run_goes_on(tracer):
    with run("r") as live:
        with episode("1", trial=2), acting_as("agent"):
            with nested(tracer, "litellm", "openai", response="r1"):
                pass
            assert live.usage("episode")["1", 2].total == 120
        with nested(tracer, "openai", response="r2", model="small", tokens_in=5):
            pass
        by_model = {model: used.total for model, used in live.usage("model").items()}
        by_episode = {key: used.total for key, used in live.usage("episode").items()}

    assert by_model == {"gpt-4o": 120, "small": 25}
    assert by_episode == {("1", 2): 120, (None, None): 25}


def test_the_graded_fraction_leaves_nothing_out():
    with run("r", tasks=["1", "2", "3", "4", "5", "6"]) as live:
        with episode("1"):
            grade(1)
        with episode("2"):
            grade(False)
        with episode("3"):
            stored(0.0)
        with episode("4"):
            censored("30 steps")
        with episode("5"):
            crashed("the browser died")

    card = live.card()
    assert card.episodes.started == card.episodes.finished == 5
    assert (card.episodes.graded, card.episodes.ungraded) == (2, 3)
    assert (card.episodes.crashed, card.episodes.censored) == (1, 1)
    assert card.episodes.missing == 1
    assert card.graded_fraction == 0.4
    assert card.score.graded_only.value == 0.5
    assert (card.score.low.value, card.score.high.value) == (0.2, 0.8)
    # the stored 0 of the ungraded episode is in what the harness would publish
    assert card.score.as_recorded.value == pytest.approx(1 / 3)


def test_an_exception_is_recorded_and_raised_again():
    with run("r") as live:
        with pytest.raises(ValueError, match="no seat"), episode("1"):
            raise ValueError("no seat\nleft")
        with pytest.raises(KeyboardInterrupt), episode("2"):
            raise KeyboardInterrupt
    first, second = live.roster.records()

    assert first.termination.kind == "crashed"
    assert first.termination.reason == "ValueError: no seat"
    assert second.termination.kind == "unknown"
    assert second.termination.reason == "KeyboardInterrupt"


def test_a_grade_that_is_no_number_leaves_the_episode_ungraded():
    with run("r") as live:
        for value in (float("nan"), "C", [1], float("inf")):
            with (
                episode("1"),
                pytest.warns(EvalrataWarning, match="no finite number"),
            ):
                grade(value)
        with episode("2"):
            grade(None, by="judge")

    card = live.card()
    assert card.episodes.ungraded == 5
    assert card.dropped.misuse == 4
    assert live.roster.records()[-1].grade.reason == (
        "the grader ran and gave no value"
    )


def test_a_second_grade_counts_and_is_said():
    with run("r") as live, episode("1"):
        grade(0)
        grade(1)

    card = live.card()
    assert card.episodes.graded_twice == 1
    assert card.score.graded_only.value == 1.0
    assert (
        "episodes graded more than once, of which the last grade counts: 1"
        in card.notes
    )


def test_a_grade_may_come_after_the_episode(tmp_path):
    path = tmp_path / "run.jsonl"
    with run("r", archive=path) as live:
        with episode("7", trial=2):
            pass
        live.grade("7", 2, 0.5, by="batch")

    assert live.card().graded_fraction == 1.0
    (late,) = [line["grade"] for line in lines(path) if "grade" in line]
    assert late["episode"] == "e1"
    assert late["grade"]["value"] == 0.5


def say_everything():
    with acting_as("agent"), episode("1") as opened:
        act("book")
        grade(1)
        stored(1)
        censored("limit")
        crashed("error")
        isolated("wrapper")
    pin("evaluator", "mine")
    return opened


def test_the_words_do_nothing_outside_a_run():
    with pytest.warns(EvalrataWarning, match="no run is open"):
        opened = say_everything()

    assert opened is None
    assert current() is None


def test_the_words_of_an_episode_are_counted_outside_one():
    with run("r") as live, pytest.warns(EvalrataWarning, match="no episode is open"):
        grade(1)

    assert live.card().dropped.misuse == 1
    assert live.card().episodes.started == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"tasks": "abc"}, "list of names"),
        ({"tasks": -1}, "their number"),
        ({"tasks": 3, "trials": 0}, "at least one trial"),
        ({"models": "gpt-4o"}, "list of names"),
    ],
)
def test_wrong_arguments_are_refused_at_the_start(arguments, said):
    with pytest.raises(UsageError, match=said):
        run("r", **arguments)


def test_an_actor_is_one_of_the_words():
    with pytest.raises(UsageError, match="'robot' is no actor"):
        acting_as("robot")


def test_actions_are_the_current_actor_s():
    with run("r") as live, episode("1") as live_episode:
        act("nobody's")
        with acting_as("agent"):
            act("book", {"seats": 2})
            with acting_as("grader"):
                act("book", {"seats": 2})
            act("reply", kind="reply", actor="user_simulator")
        actions = live_episode.actions

    assert [(a.name, a.actor, a.known) for a in actions] == [
        ("nobody's", "unknown", None),
        ("book", "agent", "declared"),
        ("book", "grader", "declared"),
        ("reply", "user_simulator", "declared"),
    ]
    assert live.card().actions.agent == 1
    assert live.card().actions.unknown == 1


def test_arguments_are_copied_when_they_are_recorded():
    seats = {"seats": [1]}
    with run("r"), episode("1") as live_episode:
        act("book", seats)
        seats["seats"].append(2)
        act("odd", {"set": {3}, "object": object})
        actions = live_episode.actions

    assert actions[0].arguments == {"seats": [1]}
    assert actions[1].arguments == {"set": "{3}", "object": "<class 'object'>"}


def test_the_archive_has_a_head_the_records_and_an_end(tmp_path, tracer):
    path, card = tmp_path / "a" / "run.jsonl", tmp_path / "b" / "run.card.json"
    with run("r", archive=path, card=card, benchmark="b") as live:
        with episode("1", trial=3), acting_as("agent"):
            with tracer.start_as_current_span("loop"), nested(tracer, "openai"):
                act("book")
            grade(1, by="mine 2")
        live.pin("evaluator", "mine", version="2")
    head, opened, inner, outer, done, pinned, closed = lines(path)

    assert head["schema"] == "evalrata.records/1"
    assert opened["opened"]["task"] == "1"
    assert inner["call"]["usage"] == {"input": 100, "output": 20}
    assert inner["call"]["parent"] == outer["call"]["id"]
    assert "usage" not in outer["call"]
    assert done["episode"]["trial"] == 3
    assert done["episode"]["grade"]["value"] == 1.0
    assert done["episode"]["actions"][0]["actor"] == "agent"
    assert pinned["pin"]["name"] == "mine"
    assert closed["closed"]["calls"] == 2
    assert closed["closed"]["run"]["instruments"][0]["version"] == "2"
    assert closed["closed"]["card"] == json.loads(card.read_text())


def test_an_archive_is_never_written_over(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("mine")

    with pytest.raises(UsageError, match="never written over"):
        run("r", archive=path).enter()
    assert path.read_text() == "mine"


def test_a_run_that_fails_still_writes_its_card(tmp_path):
    card = tmp_path / "card.json"
    left_open = episode("1")

    def harness():
        with run("r", card=card):
            left_open.enter()
            raise RuntimeError("out of money")

    with pytest.raises(RuntimeError):
        harness()
    left_open.leave(None)

    written = json.loads(card.read_text())
    assert written["notes"] == ["the run ended with RuntimeError: out of money"]
    assert written["episodes"]["never_ended"] == 1
    assert written["episodes"]["ungraded"] == 1


def test_the_card_of_a_run_without_spans_has_no_usage():
    with run("r") as live, episode("1"):
        grade(1)

    card = live.card()
    assert card.usage.root is None
    assert card.usage.multiplier.total is None
    assert card.not_checked[0].what == "usage"
    assert "no span ended inside the run" in card.not_checked[0].why


def test_a_call_that_records_no_usage_is_said(tracer):
    with run("r") as live, episode("1"), acting_as("agent"):
        with tracer.start_as_current_span(
            "stream", attributes={"gen_ai.operation.name": "chat"}
        ):
            pass
        with nested(tracer, "openai", response="r1"):
            pass

    assert live.card().calls.missing == 1
    assert live.card().usage.root.total == 120


def test_three_lines_for_the_terminal(tracer):
    with run("r") as live:
        with episode("1"), acting_as("agent"):
            with nested(tracer, "litellm", "openai", response="r1"):
                pass
            grade(1)
        with episode("2"):
            pass
    first, second, third = live.text().splitlines()

    assert "graded 1/2 (50.0 %)" in first
    assert "full/root 2.00" in second
    assert "nothing pinned" in third


def test_chat_attributes_are_what_the_tests_think():
    assert chat(1, 2, "x")["gen_ai.usage.output_tokens"] == 2
