"""A miniature of the benchmark, graded again in a process of its own."""

from pathlib import Path
from typing import Any

import pytest
from tests.integrations.tau2.rescoring.shop import (
    by_id,
    checkout,
    made,
    rescored,
    results,
    simulation,
    stock,
    task,
    written,
)

from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import GoldDifference, Idle

LAMP = task("lamp", stock("lamp"), reward_basis=["DB"])
TALK = task("talk", communicate_info=["blue"], reward_basis=["COMMUNICATE"])
WORDS = task("words", nl_assertions=["is kind"], reward_basis=["DB", "NL_ASSERTION"])
PRESS = {"name": "press", "arguments": {"what": "bell"}, "requestor": "user"}
BELL = task("bell", PRESS, reward_basis=["DB"])
BLUE = {"role": "assistant", "content": "It is blue."}
DONE = made("stock", "lamp", {"lamp": 1})
FILE = results(
    [LAMP, TALK, WORDS],
    [
        simulation("good", "lamp", *made("count", "lamp", {"lamp": 0}), *DONE),
        simulation("gained", "lamp", *DONE, reward=0.0),
        simulation("lost", "lamp", *made("stock", "lamp", {"lamp": 9}), *DONE),
        simulation("idle", "talk", BLUE),
        simulation("judged", "words", BLUE),
        simulation("long", "lamp", *DONE, reward=0.0, ended="max_steps"),
        simulation("astray", "nowhere", *DONE),
        simulation("made-up", "lamp", *made("fly", "lamp", "whee"), *DONE),
    ],
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("shop")
    root = checkout(folder, [LAMP, {**TALK, "id": "other"}])
    return rescored(written(folder, FILE), root)


def test_values_are_the_graders_own_and_none_has_its_reason(found: Any) -> None:
    values = [(r.id, r.stored, r.value) for r in found.episodes]
    assert values == [
        ("good", 1.0, 1.0),
        ("gained", 0.0, 1.0),
        ("lost", 1.0, 0.0),
        ("idle", 1.0, 1.0),
        ("judged", 1.0, None),
        ("long", 0.0, None),
        ("astray", 1.0, None),
        ("made-up", 1.0, 1.0),
    ]
    reasons = {r.id: r.reason for r in found.episodes if r.reason}
    assert list(reasons) == ["judged", "long", "astray"]
    assert reasons["judged"] == "needs a judge model: the task has assertions in words"
    assert reasons["long"].startswith("the grader compares nothing: Simulation term")
    assert reasons["astray"] == "the grader raised KeyError: 'nowhere'"


def test_calls_are_counted_once_per_episode(found: Any) -> None:
    seen = by_id(found)
    # The read of "good" is not made again; "lost" records 9 and 1 where 1 and 2 are.
    assert seen["good"].replay == Replayed(calls=1, mismatched=0)
    assert seen["lost"].replay == Replayed(calls=2, mismatched=2)
    assert seen["made-up"].replay == Replayed(calls=2, mismatched=1)
    assert seen["idle"].replay == Replayed(calls=0, mismatched=0)
    assert seen["long"].replay is None
    assert found.replay == Replayed(calls=6, mismatched=3)
    first, _ = seen["lost"].mismatches
    assert (first.call, first.recorded, first.replayed, first.pointer) == (
        "stock",
        '{"lamp": 9}',
        '{"lamp": 1}',
        "/messages/0/tool_calls/0",
    )
    assert seen["made-up"].mismatches[0].replayed.startswith("not made")


def test_a_gained_pass_shows_the_required_write(found: Any) -> None:
    seen = by_id(found)
    assert seen["gained"].writes == ('stock({"what": "lamp"})',)
    assert seen["good"].writes == ()
    assert [seen[i].needs_write for i in ("good", "idle", "astray")] == [
        True,
        False,
        None,
    ]


def test_an_untouched_environment_is_tried_on_each_task(found: Any) -> None:
    # Nothing is said and nothing done: "talk" needs a word, "words" a judge.
    assert found.idle == (
        Idle(task="lamp", passes=False),
        Idle(task="talk", passes=False, note="its gold requires no write"),
    )
    assert by_id(found)["good"].idle is False
    assert by_id(found)["judged"].idle is None


def test_the_grader_is_held_against_what_is_recorded(found: Any) -> None:
    everyone, own = found.validations
    # Graded and asked: all but the judged one; "long" is not graded in the record.
    assert (everyone.kind, everyone.scaffold) == ("regrade", None)
    assert (everyone.episodes, everyone.reproduced) == (6, 3)
    assert (everyone.higher, everyone.lower, everyone.not_tried) == (1, 1, 1)
    assert everyone.reason.startswith("needs a judge model")
    assert (own.scaffold, own.episodes, own.reproduced) == ("shop_agent", 6, 3)


def test_what_graded_is_pinned(found: Any) -> None:
    assert (found.evaluator.name, found.evaluator.version) == (
        "tau2-bench",
        "7.0+local",
    )
    assert found.evaluator.known
    known, _, files = found.task_data.known.partition("; ")
    assert known == "tasks that the records embed"
    assert files.startswith("domains' files, databases among them: ")
    assert found.command == ("tau2", "evaluate-trajs", "shop.json")
    absent = "2 tasks of the records are not in the checkout's task data"
    assert any(absent in note and "talk, words" in note for note in found.notes)
    assert any("1 recorded calls were not made again" in n for n in found.notes)


CHANGED = task("lamp", stock("rug"), reward_basis=["DB"])


@pytest.mark.parametrize("embedded", [True, False])
def test_embedded_and_fresh_gold_are_both_graded_where_they_differ(
    tmp_path: Path, embedded: Any
) -> None:
    root = checkout(tmp_path, [CHANGED, {**TALK, "user_scenario": {}}])
    file = results([LAMP, TALK], FILE["simulations"][:4])
    found = rescored(written(tmp_path, file), root, embedded=embedded)
    values = {r.id: (r.value, r.embedded) for r in found.episodes}
    now = 1.0 if embedded else 0.0
    assert values == {
        "good": (now, 1.0),
        "gained": (now, 1.0),
        "lost": (0.0, 0.0),
        "idle": (1.0, 1.0),
    }
    assert found.gold == (
        GoldDifference(task="lamp", what="actions", graded=True, episodes=3, flips=2),
        GoldDifference(task="talk", what="instruction", graded=False, episodes=1),
    )
    # The grader is validated by the definition in the records in both.
    assert [(v.episodes, v.reproduced) for v in found.validations] == [(4, 2), (4, 2)]
    assert ("--fresh-tasks" in found.command) is not embedded


def test_fresh_tasks_have_the_digest_that_a_file_with_them_has(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    file = results([CHANGED], [FILE["simulations"][0]])
    fresh = rescored(written(tmp_path, file), root, embedded=False)
    whole = results([_as_dumped(LAMP)], [FILE["simulations"][0]])
    again = rescored(written(tmp_path, whole, "again.json"), root)
    assert fresh.task_data.digest == again.task_data.digest
    assert fresh.task_data.known.startswith("the checkout's definition of 1 of 1 tasks")


def _as_dumped(task: dict[str, Any]) -> dict[str, Any]:
    (action,) = task["evaluation_criteria"]["actions"]
    full = {**action, "requestor": "assistant", "compare_args": None}
    criteria = {
        "actions": [full],
        "env_assertions": None,
        "communicate_info": None,
        "nl_assertions": None,
        "reward_basis": ["DB"],
    }
    return {**task, "initial_state": None, "evaluation_criteria": criteria}


@pytest.mark.parametrize(
    ("agent", "value", "mismatched"), [("shop_solo", 1.0, 0), ("shop_solo_gt", 0.0, 1)]
)
def test_a_run_without_a_user_that_is_not_recognised(
    tmp_path: Path, agent: str, value: float, mismatched: int
) -> None:
    pressed = made("press", "bell", {"bell": 1})
    file = results(
        [BELL], [simulation("s", "bell", *pressed)], agent=agent, user="dummy_user"
    )
    found = rescored(written(tmp_path, file), checkout(tmp_path, [BELL]))
    (regrade,) = found.episodes
    assert (regrade.value, regrade.replay) == (
        value,
        Replayed(calls=1, mismatched=mismatched),
    )
    replays = [v for v in found.validations if v.kind == "replay"]
    assert [(v.episodes, v.reproduced) for v in replays] == [(1, 1)] * 2 * mismatched
    said = "did not recognise it by the agent's name" if mismatched else "recognised it"
    assert any(said in note and repr(agent) in note for note in found.notes)


@pytest.mark.parametrize("kind", ["raises", "old"])
def test_a_build_that_raises_leaves_the_rest_of_the_file(
    tmp_path: Path, kind: str
) -> None:
    root = checkout(tmp_path, [LAMP], kind=kind)
    found = rescored(written(tmp_path, FILE), root)
    seen = by_id(found)
    assert [seen[i].value for i in ("good", "gained", "lost", "idle")] == [
        1,
        1,
        None,
        1,
    ]
    assert seen["lost"].reason == "the grader raised ValueError: stock: another result"
    assert seen["lost"].replay == Replayed(calls=1, mismatched=1)
    # The old build makes reads and unknown tools again too.
    assert seen["good"].replay == Replayed(calls=1 + (kind == "old"), mismatched=0)
    assert seen["made-up"].value is None
    assert seen["made-up"].replay == Replayed(calls=1, mismatched=1)
    # Raised is tried: "lost" and "made-up" are not reproduced, neither up nor down.
    everyone = found.validations[0]
    assert (everyone.episodes, everyone.reproduced, everyone.lower) == (6, 2, 0)
