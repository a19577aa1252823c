"""The real tau-bench with the real airline data: 600 episodes (a developer's run)."""

import json

import pytest
from tests.live.tau.replayed import drive, environment, scripts

from evalrata.instrument import episode, run, stored
from evalrata.integrations import lint_paths
from evalrata.integrations.tau.live import instrument_env, isolate

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

RUNS = "abcdefghijkl"

ISOLATED = {"e": 20}
"""Passes with an isolated grader, where they differ: e passes 50 tasks unwrapped.

31 of them were first graded 0.  30 of these were passed by comparing gold with gold.
Task 44 wants nothing written and a number said: the agent says it between the two
gradings, so that the second rightly passes.
"""


@pytest.fixture
def make(monkeypatch):
    return environment(monkeypatch)


@pytest.fixture(params=RUNS)
def letter(request):
    return request.param


def watched(env, tasks, path):
    """Do the tasks in a run; yields what each came to and the environment's list."""
    results = []
    with run("r", benchmark="tau-bench", archive=path) as live:
        for scripted in tasks:
            with episode(scripted.task, 0):
                reward, said = drive(env, scripted)
                stored(reward)
            results.append((reward, said, env.actions))
    return results, live.card()


def episodes(path):
    found = (json.loads(line) for line in path.read_text().splitlines())
    return [line["episode"] for line in found if "episode" in line]


def test_recorded_each_run_is_what_it_was(make, letter, tmp_path):
    tasks, path = list(scripts(letter)), tmp_path / "a.jsonl"
    results, card = watched(instrument_env(make()), tasks, path)

    plain = make()
    for scripted, result in zip(tasks, results, strict=True):
        assert (*drive(plain, scripted), plain.actions) == result
        assert result[0] == scripted.truth["final_reward"]
    for scripted, made in zip(tasks, episodes(path), strict=True):
        actors = [a["provenance"] for a in scripted.truth["actions"]]
        assert [a["actor"] for a in made["actions"]] == actors
        assert (made["grade"]["state"] == "graded") == scripted.truth["graded"]
    (row,) = lint_paths([path]).runs
    assert (row.graded, row.ungraded) == (card.episodes.graded, card.episodes.ungraded)
    assert row.actions == card.actions
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)


def test_isolated_no_gold_reaches_the_agents_list(make, letter, tmp_path):
    tasks, path = list(scripts(letter)), tmp_path / "a.jsonl"
    results, card = watched(isolate(make()), tasks, path)

    unwrapped = sum(s.truth["final_reward"] for s in tasks)
    assert sum(r[0] for r in results) == ISOLATED.get(letter, unwrapped)
    if letter not in ISOLATED:
        assert [r[0] for r in results] == [s.truth["final_reward"] for s in tasks]
    assert [r[2] for r in results] == [s.actions for s in tasks]
    assert (card.actions.grader, card.dropped.faults) == (0, 0)
    gradings = sum(len(s.truth["grade_events"]) for s in tasks)
    assert sum(i.graded for i in card.isolation) == gradings
    for scripted, made in zip(tasks, episodes(path), strict=True):
        assert (made["grade"]["state"] == "graded") == scripted.truth["graded"]
