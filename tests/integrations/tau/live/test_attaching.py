"""One call, and the benchmark's own runner needs nothing more than an open run."""

import sys
from pathlib import Path

import pytest
from tests.integrations.tau.live.driving import lines

from evalrata.instrument import current, run
from evalrata.integrations.tau.live import attach
from evalrata.schemas.errors import UsageError

PACKAGE = Path(__file__).parent / "package"


def forget():
    for name in [n for n in sys.modules if n.split(".")[0] == "tau_bench"]:
        del sys.modules[name]


@pytest.fixture
def tau_bench(monkeypatch):
    forget()
    monkeypatch.syspath_prepend(PACKAGE)
    import tau_bench.run  # noqa: PLC0415 - there only now

    yield tau_bench
    forget()


@pytest.fixture
def attached(tau_bench):
    made = attach()
    yield made
    made.detach()


def ran(tau_bench, path, letter, **options):
    with run("r", archive=path) as live:
        rewards = tau_bench.run.run(letter, **options)
    episodes = sorted(lines(path, "episode"), key=lambda e: (e["trial"], e["task"]))
    return rewards, episodes, live.card()


def test_every_solve_is_an_episode_in_its_thread(tau_bench, attached, tmp_path):
    rewards, episodes, card = ran(tau_bench, tmp_path / "a.jsonl", "a", trials=2)

    assert rewards == [1.0] * 10
    assert [(e["task"], e["trial"]) for e in episodes] == [
        (str(task), trial) for trial in (0, 1) for task in range(5)
    ]
    assert [e["grade"]["value"] for e in episodes] == rewards
    assert [e["grade"]["stored"] for e in episodes] == rewards
    assert (card.actions.agent, card.actions.grader) == (20, 10)
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)
    assert {i.role for i in card.instruments} == {
        "evaluator",
        "task_data",
        "user_simulator",
    }


def test_what_ran_out_of_steps_or_crashed_is_told(tau_bench, attached, tmp_path):
    rewards, episodes, card = ran(tau_bench, tmp_path / "a.jsonl", "k")

    assert rewards == [0.0] * 5
    assert [e["termination"]["kind"] for e in episodes] == [
        "censored",
        "crashed",
        "censored",
        "censored",
        "censored",
    ]
    assert episodes[0]["termination"]["reason"] == "max_num_steps"
    assert (
        episodes[1]["termination"]["reason"] == "RuntimeError: the model is not there"
    )
    assert [e["grade"]["stored"] for e in episodes] == [0.0] * 5
    assert card.episodes.ungraded == 5


def test_isolated_the_graders_are(tau_bench, tmp_path):
    made = attach(isolated=True)
    try:
        rewards, _, card = ran(tau_bench, tmp_path / "a.jsonl", "d")
    finally:
        made.detach()

    assert sum(rewards) == 1
    assert (card.actions.agent, card.actions.grader) == (5, 0)
    assert card.isolation[0].graded == 5


def test_without_a_run_the_runner_does_what_it_did(tau_bench, attached):
    assert tau_bench.run.run("d") == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert current() is None


def test_attaching_twice_is_attaching_once(tau_bench, attached):
    assert attach() is attached
    with pytest.raises(UsageError, match="attached with isolated=False: detach that"):
        attach(isolated=True)


def test_undone_everything_is_as_it_was(tau_bench):
    before = (
        tau_bench.envs.base.Env.__init__,
        tau_bench.run.agent_factory,
        tau_bench.run.ThreadPoolExecutor,
    )

    attach().detach()

    assert before == (
        tau_bench.envs.base.Env.__init__,
        tau_bench.run.agent_factory,
        tau_bench.run.ThreadPoolExecutor,
    )
    assert type(tau_bench.envs.get_env()) is tau_bench.envs.DeskEnv


def test_a_patch_on_top_of_ours_is_left(tau_bench, attached):
    tau_bench.run.agent_factory = len

    attached.detach()

    assert tau_bench.run.agent_factory is len


def test_without_the_package_it_says_so():
    with pytest.raises(UsageError, match="No module named 'tau_bench'"):
        attach()
