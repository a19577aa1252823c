"""The real tau-bench's own runner, attached with one call (a developer's run).

``EVALRATA_TAU_BENCH`` names a checkout of sierra-research/tau-bench, in an interpreter
that has litellm.  The agent says goodbye and the user stops: run d of the corpus.
"""

import importlib
import json
import os
import sys
from types import SimpleNamespace

import pytest
from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument import attach as attach_spans
from evalrata.instrument import run
from evalrata.integrations import lint_paths
from evalrata.integrations.tau.live import attach

# Importing litellm warns of many things that are not ours.
pytestmark = pytest.mark.filterwarnings("ignore")

TASKS = {0: 0.0, 12: 1.0}
"""Task 0 wants a booking; task 12 wants that nothing is done."""


@pytest.fixture
def runner(monkeypatch):
    named = os.environ.get("EVALRATA_TAU_BENCH")
    if not named:
        pytest.skip("EVALRATA_TAU_BENCH names no checkout of tau-bench")
    pytest.importorskip("litellm")
    monkeypatch.syspath_prepend(named)
    for name in [n for n in sys.modules if n.split(".")[0] == "tau_bench"]:
        del sys.modules[name]
    return importlib.import_module("tau_bench.run")


@pytest.fixture
def models(runner, monkeypatch):
    provider = TracerProvider()
    attach_spans(provider)
    tracer = provider.get_tracer("tests")
    for module, words, tokens in (
        ("tau_bench.agents.tool_calling_agent", "Goodbye", 100),
        ("tau_bench.envs.user", "###STOP###", 10),
    ):
        found = importlib.import_module(module)
        monkeypatch.setattr(found, "completion", completion(tracer, words, tokens))


def completion(tracer, words, tokens):
    def answer(**_):
        used = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": tokens}
        tracer.start_span("chat", attributes=used).end()
        said = {"role": "assistant", "content": words, "tool_calls": None}
        message = SimpleNamespace(content=words, model_dump=lambda: dict(said))
        choice = SimpleNamespace(message=message)
        return SimpleNamespace(choices=[choice], _hidden_params={"response_cost": 0.5})

    return answer


def ran(runner, folder):
    types = importlib.import_module("tau_bench.types")
    config = types.RunConfig(
        model_provider="openai",
        user_model_provider="openai",
        model="agent-1",
        user_model="user-1",
        env="airline",
        task_ids=list(TASKS),
        num_trials=2,
        max_concurrency=2,
        log_dir=str(folder),
    )
    found = runner.run(config)
    return sorted((r.model_dump_json() for r in found), key=str)


@pytest.mark.parametrize("isolated", [False, True])
def test_the_runner_needs_only_a_run_and_gives_the_same(
    runner, models, isolated, tmp_path
):
    plain = ran(runner, tmp_path / "plain")
    attached, path = attach(isolated=isolated), tmp_path / "a.jsonl"
    try:
        with run("r", archive=path) as live:
            watched = ran(runner, tmp_path / "watched")
    finally:
        attached.detach()

    assert watched == plain
    card = live.card()
    made = [json.loads(line) for line in path.read_text().splitlines()]
    episodes = [line["episode"] for line in made if "episode" in line]
    assert sorted((e["task"], e["trial"]) for e in episodes) == [
        (str(task), trial) for task in TASKS for trial in (0, 1)
    ]
    for found in episodes:
        assert found["grade"]["value"] == TASKS[int(found["task"])]
        assert found["grade"]["stored"] == TASKS[int(found["task"])]
    grader = 0 if isolated else 2  # the one booking of task 0, in each trial
    assert (card.actions.agent, card.actions.grader) == (4, grader)
    assert sum(i.graded for i in card.isolation) == (4 if isolated else 0)
    # In each episode the user's constructor asks, its reset, and the agent's goodbye;
    # the runner makes one environment more, for its list of tools.
    assert card.usage.by_actor["user_simulator"].input == (4 * 3 + 1) * 10
    assert card.usage.by_actor["agent"].input == 4 * 100
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)
    (row,) = lint_paths([path]).runs
    assert (row.graded, row.actions) == (card.episodes.graded, card.actions)
