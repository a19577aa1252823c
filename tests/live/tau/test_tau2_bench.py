"""The real tau2-bench, 0.2.0 and 1.0.1 (a developer's run: see ``tau2.py``)."""

import importlib
import json

import pytest
from opentelemetry.sdk.trace import TracerProvider
from tests.live.tau.tau2 import TOKENS, Models, batch, checkout

from evalrata.instrument import attach as attach_spans
from evalrata.instrument import episode, run
from evalrata.integrations import lint_paths
from evalrata.integrations.tau2.live import attach

# Importing tau2-bench and litellm warns of many things that are not ours.
pytestmark = pytest.mark.filterwarnings("ignore")

TASKS = ("create_task_1", "update_task_1", "update_task_with_message_history")


@pytest.fixture
def tau2(monkeypatch):
    return checkout(monkeypatch)


@pytest.fixture
def models(tau2, monkeypatch):
    provider = TracerProvider()
    attach_spans(provider)
    scripted = Models(provider.get_tracer("tests"))
    utils = importlib.import_module("tau2.utils.llm_utils")
    monkeypatch.setattr(utils, "completion", scripted)
    return scripted


@pytest.fixture
def attached(tau2):
    made = attach()
    yield made
    made.detach()


@pytest.fixture
def is_old(tau2):
    return not hasattr(tau2, "run_simulation")


def tasks(tau2, *names):
    return tau2.get_tasks("mock", task_ids=list(names))


def lines(path, kind):
    found = (json.loads(line) for line in path.read_text().splitlines())
    return [line[kind] for line in found if kind in line]


def essence(results):
    """What a simulation is, without what differs between any two runs."""
    return sorted(
        (
            s.task_id,
            s.trial,
            str(s.termination_reason),
            s.reward_info.model_dump_json(),
            [(m.role, str(getattr(m, "content", None))) for m in s.messages],
        )
        for s in results.simulations
    )


def test_a_batch_is_recorded_and_comes_out_the_same(tau2, models, is_old, tmp_path):
    chosen = tasks(tau2, *TASKS)
    plain = essence(batch(tau2, chosen, trials=2))
    path, saved = tmp_path / "a.jsonl", tmp_path / "results.json"
    attached = attach()
    try:
        with run("r", archive=path) as live:
            watched = batch(tau2, chosen, trials=2, save=saved)
    finally:
        attached.detach()

    assert essence(watched) == plain
    card, episodes = live.card(), lines(path, "episode")
    trials = (None,) if is_old else (0, 1)
    assert {(e["task"], e.get("trial")) for e in episodes} == {
        (task, trial) for task in TASKS for trial in trials
    }
    assert len(episodes) == 6
    assert card.episodes.graded == 6
    assert [e["grade"]["value"] for e in episodes] == [1.0] * 6
    assert {e["termination"]["reason"] for e in episodes} == {"user_stop"}
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)
    for made in episodes:
        own = [a["name"] for a in made["actions"] if a["actor"] == "agent"]
        others = [a["name"] for a in made["actions"] if a["actor"] != "agent"]
        history = ["create_task"] if "history" in made["task"] else []
        assert own == [made["gold"]["actions"][0]["name"]]
        assert others == history
    # Two answers of the agent and two of the user in each simulation.
    by_actor = card.usage.by_actor
    assert by_actor["agent"].input == 6 * 2 * TOKENS["agent"]
    assert by_actor["user_simulator"].input == 6 * 2 * TOKENS["user"]
    assert "grader" not in by_actor


def test_the_archive_says_what_the_results_file_says(tau2, models, attached, tmp_path):
    path, saved = tmp_path / "a.jsonl", tmp_path / "results.json"
    with run("r", archive=path):
        batch(tau2, tasks(tau2, *TASKS), save=saved)

    live, file = (lint_paths([p]).runs[0] for p in (path, saved))
    assert (live.graded, live.ungraded) == (file.graded, file.ungraded) == (3, 0)
    assert live.score.graded_only == file.score.graded_only
    (ours,) = (i for i in live.instruments if i.role == "task_data")
    (theirs,) = (i for i in file.instruments if i.role == "task_data")
    assert (ours.name, ours.digest) == (theirs.name, theirs.digest)
    users = [
        i for r in (live, file) for i in r.instruments if i.role == "user_simulator"
    ]
    assert {u.name for u in users} == {"user-1"}


def test_what_a_limit_stopped_is_censored_and_ungraded(
    tau2, models, attached, tmp_path
):
    models.idle, path = True, tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        batch(tau2, tasks(tau2, "create_task_1"), max_steps=5)

    (made,) = lines(path, "episode")
    assert made["termination"]["kind"] == "censored"
    assert made["termination"]["reason"] == "max_steps"
    assert made["grade"]["state"] == "ungraded"
    assert made["grade"]["stored"] == 0.0
    assert live.card().graded_fraction == 0


def test_an_attempt_that_failed_is_an_episode_of_its_own(
    tau2, models, attached, is_old, tmp_path
):
    models.failures, path = 1, tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        if is_old:  # it does not try again
            with pytest.raises(ConnectionError):
                batch(tau2, tasks(tau2, "create_task_1"))
        else:
            batch(tau2, tasks(tau2, "create_task_1"))

    first, *rest = lines(path, "episode")
    assert first["termination"]["kind"] == "crashed"
    assert first["termination"]["reason"] == "ConnectionError: the model is not there"
    assert first["grade"]["state"] == "ungraded"
    assert [e["grade"]["value"] for e in rest] == ([] if is_old else [1.0])
    assert {e.get("trial") for e in (first, *rest)} == {None if is_old else 0}
    assert live.card().episodes.crashed == 1


def test_a_judge_is_the_graders_and_is_pinned(tau2, models, attached, tmp_path):
    (task,) = tasks(tau2, "create_task_1")
    task.evaluation_criteria.nl_assertions = ["The agent is polite."]
    with run("r", archive=tmp_path / "a.jsonl") as live:
        batch(tau2, [task], everything=True)

    card = live.card()
    assert card.usage.by_actor["grader"].input == TOKENS["judge"]
    (judge,) = (i for i in card.instruments if i.role == "judge")
    config = importlib.import_module("tau2.config")
    assert judge.name == config.DEFAULT_LLM_NL_ASSERTIONS


def test_grading_touches_neither_the_agents_calls_nor_its_database(
    tau2, models, attached, tmp_path, monkeypatch
):
    module = "tau2.orchestrator.orchestrator"
    orchestrators = importlib.import_module(module)
    kind = getattr(orchestrators, "BaseOrchestrator", orchestrators.Orchestrator)
    seen = []
    running = kind.run

    def watched(self):
        found = running(self)
        seen.append((self.environment, self.environment.get_db_hash()))
        return found

    monkeypatch.setattr(kind, "run", watched)
    path = tmp_path / "a.jsonl"
    with run("r", archive=path):
        batch(tau2, tasks(tau2, *TASKS))

    assert [environment.get_db_hash() for environment, _ in seen] == [
        h for _, h in seen
    ]
    assert {a["actor"] for e in lines(path, "episode") for a in e["actions"]} <= {
        "agent",
        "environment",
    }


def test_an_episode_of_the_harness_is_used(tau2, models, attached, is_old, tmp_path):
    if is_old:
        pytest.skip("0.2.0 has no run_single_task")
    simulation = importlib.import_module("tau2.data_model.simulation")
    config = simulation.TextRunConfig(
        domain="mock", llm_agent="agent-1", llm_user="user-1"
    )
    path = tmp_path / "a.jsonl"
    with run("r", archive=path), episode("mine", 7):
        tau2.run_single_task(config, tasks(tau2, "create_task_1")[0], seed=1)

    (made,) = lines(path, "episode")
    assert (made["task"], made["trial"], made["grade"]["value"]) == ("mine", 7, 1.0)
