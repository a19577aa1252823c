"""What took part is named as the reader of results files names it."""

import json

from tests.integrations.source import FakeSource
from tests.integrations.tau.live.desk import RESPOND, STOP, TASKS, Action, Env, User
from tests.integrations.tau.live.driving import lines

from evalrata.instrument import episode, run
from evalrata.integrations.tau.live import instrument_env, isolate
from evalrata.integrations.tau.reader import READER

BYE = Action(RESPOND, {"content": "Goodbye"})


def archived():
    """Return what the reader makes of a results file of the same five tasks."""
    records = [
        {
            "task_id": index,
            "trial": 0,
            "reward": 0.0,
            "info": {
                "task": {
                    "actions": [
                        {"name": a.name, "kwargs": a.kwargs} for a in t.actions
                    ],
                    "outputs": t.outputs,
                }
            },
            "traj": [],
        }
        for index, t in enumerate(TASKS)
    ]
    (found,) = READER.read(FakeSource({"results.json": json.dumps(records).encode()}))
    return found


def live(tmp_path, wrap):
    env, path = wrap(Env()), tmp_path / "a.jsonl"
    with run("r", archive=path) as made:
        for index in range(len(TASKS)):
            env.user.replies = [STOP]
            with episode(index, 0):
                env.reset(index)
                env.step(BYE)
    return made.card(), lines(path, "episode")


def test_tasks_have_the_digests_that_an_archive_gives_them(tmp_path):
    card, episodes = live(tmp_path, instrument_env)

    theirs = archived()
    assert [e["task_digest"] for e in episodes] == [
        e.task_digest for e in theirs.episodes
    ]
    (ours,) = (i for i in card.instruments if i.role == "task_data")
    (file,) = theirs.run.instruments
    assert (ours.name, ours.digest) == (file.name, file.digest)


def test_gold_is_replayed_into_the_list_unless_the_grader_is_isolated(tmp_path):
    _, recorded = live(tmp_path, instrument_env)
    (tmp_path / "a.jsonl").unlink()
    _, apart = live(tmp_path, isolate)

    assert {e["gold"]["replayed"] for e in recorded} == {True}
    assert not any(e["gold"].get("replayed") for e in apart)
    gold = recorded[3]["gold"]
    assert [a["name"] for a in gold["actions"]] == [a.name for a in TASKS[3].actions]
    assert gold["terminators"] == ["transfer_to_human_agents"]
    assert [e["gold"]["requires_write"] for e in recorded] == [
        True,
        True,
        False,
        True,
        True,
    ]


def test_the_user_simulator_is_its_model(tmp_path):
    card, _ = live(tmp_path, instrument_env)

    (user,) = (i for i in card.instruments if i.role == "user_simulator")
    assert (user.name, user.mode) == ("scripted-1", "User")


def test_a_task_that_cannot_be_read_is_a_fault_and_no_error(tmp_path):
    class Odd:
        instruction = "?"
        actions = (object(),)
        outputs = ()

    env = instrument_env(Env(tasks=[Odd()], user=User("Hm.")))
    with run("r") as made, episode(0):
        env.reset(0)
        assert env.step(BYE).observation == "Hm."

    assert made.card().dropped.faults == 1
