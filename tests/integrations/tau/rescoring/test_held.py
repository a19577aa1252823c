"""No record and no grader chooses what the grader is held against."""

import sys

import pytest
from tests.integrations.tau.rescoring.miniature import checkout_at
from tests.integrations.tau.rescoring.records import (
    call,
    reply,
    rescored,
    result,
    taken,
    upload,
)

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.rescoring.process import WorkerError
from evalrata.integrations.tau.rescoring import DRIVER
from evalrata.integrations.tau.rescoring import asking as module
from evalrata.schemas.records import Replayed

DID = call("cancel_reservation", "cancelled", reservation_id="AA")
GOOD = result(0, DID, reply())


def gates(found):
    return [
        (v.kind, v.episodes, v.reproduced, v.failed, v.not_tried)
        for v in found.validations
        if v.scaffold is None
    ]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        # Arguments that nobody can pass on.
        (
            result(0, call("cancel_reservation", arguments="[]"), reward=0.0),
            "the arguments of 'cancel_reservation' are no object (1)",
        ),
        # A reply that the grader cannot read.
        (result(2, reply(None), reward=0.0), "AttributeError: "),
        # A task that is none of the benchmark's.
        (
            result(0, DID, reply(), reward=0.0, task_id=99),
            "the checkout has 4 tasks, and none with index 99 (1)",
        ),
        (
            result(0, DID, reply(), reward=0.0, task_id="x"),
            "its task is not named by an index of the benchmark's list (1)",
        ),
        # An action that ends the process.
        (
            result(0, call("calculate", "", expression="end"), reply(), reward=0.0),
            "the benchmark's process ended while this was graded (1)",
        ),
    ],
)
def test_what_has_no_result_is_tried_and_not_reproduced(tmp_path, bad, why):
    found = rescored(tmp_path, [GOOD, bad])

    assert [e.value for e in found.episodes] == [1.0, None]
    assert gates(found) == [("regrade", 2, 1, 1, 0), ("replay", 2, 1, 1, 0)]
    assert all(v.why.startswith(why) for v in found.validations)


def test_what_records_nothing_to_make_again_is_not_tried(tmp_path):
    empty = {**GOOD, "traj": []}
    found = rescored(tmp_path, [GOOD, empty])

    assert gates(found) == [("regrade", 1, 1, 0, 1), ("replay", 1, 1, 0, 1)]
    assert found.validations[0].reason == "no actions are recorded (1)"


def test_a_result_that_is_no_number_is_not_reproduced(tmp_path):
    path = checkout_at(tmp_path / "checkout")
    base = path / "tau_bench/envs/base.py"
    text = base.read_text(encoding="utf-8")
    given = "Result(reward=float('nan'))"
    base.write_text(text.replace("Result(reward=reward)", given), encoding="utf-8")
    found = graded(tmp_path, path, [GOOD])

    assert gates(found) == [("regrade", 1, 0, 1, 0), ("replay", 1, 0, 1, 0)]
    assert found.validations[0].why == "the grader gave nan, which is no result (1)"


def graded(folder, path, value):
    checkout = Checkout(path=path, python=sys.executable)
    return DRIVER.rescore([taken(folder, value)], checkout)


@pytest.mark.parametrize("embedded", [True, False])
def test_whose_gold_graded_is_told(tmp_path, embedded):
    found = rescored(tmp_path, [GOOD], embedded=embedded)
    gold = "recorded" if embedded else "pinned"

    assert {v.gold for v in found.validations} == {gold}


def parts(*texts):
    return [{"type": "text", "text": text} for text in texts]


def test_results_in_parts_are_compared_as_their_text(tmp_path):
    look = "get_reservation_details"
    found = rescored(
        tmp_path,
        [
            result(
                0,
                call(look, parts("to ", "Oslo"), reservation_id="AA"),
                call(look, parts("to Paris"), reservation_id="BB"),
                DID,
                reply(parts("Done."), parts("###STOP###")),
            )
        ],
    )

    assert found.replay == Replayed(calls=3, mismatched=1)
    assert found.episodes[0].mismatches[0].recorded == "to Paris"
    assert gates(found) == [("regrade", 1, 1, 0, 0), ("replay", 1, 1, 0, 0)]


@pytest.mark.parametrize(
    "content",
    [7, None, {"a": 1}, [], [{"type": "image"}], [{"type": "text", "text": 5}], [None]],
)
def test_results_that_are_no_text_are_counted_apart(tmp_path, content):
    look = call("get_reservation_details", content, reservation_id="AA")
    found = rescored(tmp_path, [result(0, look, DID, reply())])

    assert found.replay == Replayed(calls=1, mismatched=0, uncompared=1)
    assert found.episodes[0].replay == found.replay
    assert found.notes[0].startswith("1 replayed calls have no recorded result")


def test_a_format_without_results_leaves_none_uncompared(tmp_path):
    action = {"name": "cancel_reservation", "kwargs": {"reservation_id": "AA"}}
    found = rescored(tmp_path, upload((0, 1.0, [action])))

    assert found.replay == Replayed(calls=0, mismatched=0)


def test_a_result_whose_calls_were_not_counted_leaves_no_count(tmp_path, monkeypatch):
    """Its replay failed, so that how many of its calls differ is not known."""
    real = module._one

    def without_replay(answer, found):
        if answer.get("episode") == 0:
            answer["plays"]["replay"] = {"failed": "boom"}
        real(answer, found)

    monkeypatch.setattr(module, "_one", without_replay)
    found = rescored(tmp_path, [GOOD, GOOD])

    assert [e.value for e in found.episodes] == [1.0, 1.0]
    assert found.replay is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"episode": "x"}, "an answer of another shape"),
        ({"idle": 0}, "an answer of another shape"),
        ({"domain": "airline", "tasks": 5}, "an answer of another shape"),
    ],
)
def test_foreign_answers(tmp_path, monkeypatch, line, said):
    monkeypatch.setattr(module, "answers", lambda *_, **__: iter([line]))
    with pytest.raises(WorkerError, match=said):
        rescored(tmp_path, [GOOD])


def test_a_domain_or_an_episode_without_an_answer(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    monkeypatch.setattr(module, "answers", lambda *_, **__: iter([]))
    with pytest.raises(WorkerError, match="no answer for the domain airline"):
        rescored(tmp_path / "a", [GOOD])
    domain = {"domain": "airline"}
    monkeypatch.setattr(module, "answers", lambda *_, **__: iter([domain]))
    with pytest.raises(WorkerError, match="no answer for task 0 of airline"):
        rescored(tmp_path / "b", [GOOD])


QUIET = result(0, call("calculate", "", expression="end"), reply(), reward=0.0)


def ends_quietly(folder):
    """Return a checkout that ends its process with code 0."""
    path = checkout_at(folder / "checkout")
    env = path / "tau_bench/envs/airline/env.py"
    text = env.read_text(encoding="utf-8").replace("os._exit(9)", "os._exit(0)")
    env.write_text(text, encoding="utf-8")
    return path


def test_an_episode_that_ends_the_process_with_code_0_is_tried(tmp_path):
    found = graded(tmp_path, ends_quietly(tmp_path), [QUIET, GOOD])

    assert [e.value for e in found.episodes] == [None, 1.0]
    assert gates(found)[0] == ("regrade", 2, 1, 1, 0)


def test_a_grader_that_ends_with_code_0_has_not_answered(tmp_path):
    with pytest.raises(WorkerError, match="ended before it had answered all"):
        graded(tmp_path, ends_quietly(tmp_path), [QUIET] * 5)
