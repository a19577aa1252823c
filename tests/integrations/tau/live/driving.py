"""Runs scripted agents through an environment, the way HAL's agents use one."""

import copy
import json
from dataclasses import asdict

from tests.integrations.tau.live.desk import Env, User
from tests.integrations.tau.live.scenarios import script

from evalrata.instrument import episode, run, stored

__all__ = ["drive", "lines", "recorded", "unwatched"]


def drive(env, index, letter):
    """Let agent ``letter`` do task ``index``; returns the last reward and everything.

    The reward that is kept is the last one that a grading gave, at first 0.
    """
    actions, replies = script(letter, env.tasks[index])
    env.user.replies = list(replies)
    said = [env.reset(index)]
    reward = 0.0
    for action in copy.deepcopy(actions):
        response = env.step(action)
        if response.reward_info is not None:
            reward = response.reward
        said.append(json.dumps(asdict(response)))
    return reward, said


def unwatched(letter, kind=Env):
    """Return what the scenario gives without any instrumentation."""
    env = kind(user=User())
    return [(*drive(env, i, letter), env.actions) for i in range(len(env.tasks))]


def recorded(letter, path, wrap, kind=Env):
    """Run the scenario through ``wrap(env)``, in a run; returns results and card."""
    env = wrap(kind(user=User()))
    results = []
    with run(letter, benchmark="tau-bench", archive=path) as live:
        for i in range(len(env.tasks)):
            with episode(i, 0):
                reward, said = drive(env, i, letter)
                stored(reward)
            results.append((reward, said, env.actions))
    return results, live.card()


def lines(path, kind):
    """Return the lines of one kind in an archive."""
    found = (json.loads(line) for line in path.read_text().splitlines())
    return [line[kind] for line in found if kind in line]
