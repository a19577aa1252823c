"""The 600 scripted episodes of the replay corpus, done again in the real tau-bench.

``EVALRATA_TAU_BENCH`` names a checkout of sierra-research/tau-bench at 59a200c.  What
the agents did is read from the corpus's archives, who did it from its ``truth.json``;
the user says whatever made the episode end where it ended.
"""

import copy
import importlib
import json
import os
import sys
import types
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.corpus import corpus
from tests.integrations.source import FakeSource

from evalrata.integrations.hal.reader import READER
from evalrata.integrations.opening import open_path

__all__ = ["Scripted", "drive", "environment", "scripts"]

STOP = "###STOP###"


class Scripted(NamedTuple):
    """What one agent does at one task, and what came of it without any wrapper."""

    task: int
    actions: list[Any]
    """The agent's, as ``tau_bench.types.Action``."""
    replies: list[str]
    truth: dict[str, Any]
    """``actions`` (each with its actor, as ``provenance``), ``graded``,
    ``grade_events``, ``final_reward``."""


class User:
    """Says what the script says."""

    def __init__(self):
        self.replies = []

    def reset(self, instruction=None):
        return "Hello."

    def step(self, content):
        return self.replies.pop(0)

    def get_total_cost(self):
        return 0.0


def environment(monkeypatch):
    """Import tau-bench and return what makes an airline environment; or skip."""
    named = os.environ.get("EVALRATA_TAU_BENCH")
    if not named:
        pytest.skip("EVALRATA_TAU_BENCH names no checkout of tau-bench")
    if str(Path(named)) not in sys.path:
        sys.path.insert(0, str(Path(named)))
    # The user simulator imports litellm; no model is asked here.
    model = types.ModuleType("litellm")
    model.completion = None
    monkeypatch.setitem(sys.modules, "litellm", model)
    base = importlib.import_module("tau_bench.envs.base")
    monkeypatch.setattr(base, "load_user", lambda **_: User())
    airline = importlib.import_module("tau_bench.envs.airline.env")
    return lambda: airline.MockAirlineDomainEnv(task_index=0)


def scripts(letter):
    """Yield the fifty tasks of one of the corpus's agents."""
    action = importlib.import_module("tau_bench.types").Action
    every = json.loads(corpus("replay", "truth.json").read_bytes())
    name = next(n for n in every if n.split("_")[3] == letter)
    for task, taken in _taken(name).items():
        truth = every[name]["episodes"][task]
        ends = {event["at_action_index"] for event in truth["grade_events"]}
        own = [
            (i, step)
            for i, step in enumerate(taken)
            if truth["actions"][i]["provenance"] == "agent"
        ]
        yield Scripted(
            int(task),
            [action(name=step.name, kwargs=step.arguments) for _, step in own],
            [STOP if i + 1 in ends else "Hm." for i, s in own if s.name == "respond"],
            truth,
        )


def drive(env, scripted):
    """Do a task; returns the last reward that a grading gave, and every response."""
    env.user.replies = list(scripted.replies)
    said = [env.reset(scripted.task).model_dump_json()]
    reward = 0.0
    for action in copy.deepcopy(scripted.actions):
        response = env.step(action)
        if response.info.reward_info is not None:
            reward = response.reward
        said.append(response.model_dump_json())
    return reward, said


def _taken(name):
    """Read the recorded actions of a run, by task, from its archive."""
    (path,) = corpus("replay", "hal").glob(f"{name}_UPLOAD.*")
    with open_path(path, on_fault=pytest.fail) as archive:
        (member,) = archive.members
        with member.open() as stream:
            (found,) = READER.read(FakeSource({member.name: stream.read()}))
    return {episode.task: episode.actions for episode in found.episodes}
