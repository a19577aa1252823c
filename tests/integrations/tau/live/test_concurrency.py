"""64 episodes at once, one environment each: nothing goes to another's."""

import asyncio

import pytest
from tests.integrations.tau.live.desk import TASKS, Env, User
from tests.integrations.tau.live.driving import drive, lines
from tests.integrations.tau.live.scenarios import EXPECTED, actors

from evalrata.instrument import episode, run, stored
from evalrata.instrument.threads import CarryingExecutor
from evalrata.integrations.tau.live import instrument_env

WORK = [(letter, i) for letter in EXPECTED for i in range(len(TASKS))]
WORK += WORK[: 64 - len(WORK)]


def solve(number):
    letter, index = WORK[number]
    env = instrument_env(Env(user=User()))
    with episode(f"{number}", 0):
        reward, _ = drive(env, index, letter)
        stored(reward)


def in_threads():
    with CarryingExecutor(max_workers=16) as pool:
        list(pool.map(solve, range(len(WORK))))


def in_tasks():
    async def one(number):
        await asyncio.to_thread(solve, number)

    async def every():
        await asyncio.gather(*map(one, range(len(WORK))))

    asyncio.run(every())


@pytest.mark.parametrize("work", [in_threads, in_tasks])
def test_every_action_stays_with_its_episode(work, tmp_path):
    path = tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        work()

    episodes = lines(path, "episode")
    assert sorted(int(e["task"]) for e in episodes) == list(range(64))
    for made in episodes:
        letter, index = WORK[int(made["task"])]
        assert [a["actor"] for a in made["actions"]] == actors(letter, TASKS[index])
        graded = "graded" if EXPECTED[letter].graded else "ungraded"
        assert made["grade"]["state"] == graded
    assert (live.card().dropped.faults, live.card().dropped.misuse) == (0, 0)
