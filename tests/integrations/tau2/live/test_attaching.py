"""One call, in both layouts of the package: 0.2.0's and that of 1.0.0 on."""

import json
import sys
from pathlib import Path

import pytest
from tests.integrations.tau2.live import hall

from evalrata.instrument import episode, run
from evalrata.integrations import lint_paths
from evalrata.integrations.tau2.live import attach
from evalrata.schemas.errors import UsageError

HERE = Path(__file__).parent


def forget():
    for name in [n for n in sys.modules if n.split(".")[0] == "tau2"]:
        del sys.modules[name]


def package(monkeypatch, folder):
    forget()
    monkeypatch.syspath_prepend(HERE / folder)
    import tau2.run  # noqa: PLC0415 - there only now

    return tau2


@pytest.fixture
def old(monkeypatch):
    yield package(monkeypatch, "package_old")
    forget()


@pytest.fixture
def new(monkeypatch):
    yield package(monkeypatch, "package_new")
    forget()


@pytest.fixture
def attached():
    made = []
    yield lambda: made.append(attach())
    made[0].detach()


def talk(task, *, failing=()):
    """Return what an orchestrator is made of; the agent does what is expected."""
    agent = hall.Agent(hall.ToolCall(name="create_task"))
    user = hall.User(hall.ToolCall(name="look_up", requestor="user"))
    return agent, user, hall.Environment(), task


def quiet(task):
    """Return one whose user only talks, so that the agent's calls alone are graded."""
    agent, _, environment, task = talk(task)
    return agent, hall.User(), environment, task


def episodes(path):
    found = (json.loads(line) for line in path.read_text().splitlines())
    return [line["episode"] for line in found if "episode" in line]


def test_the_new_batch_runner_needs_only_a_run(new, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        new.run.run_tasks(quiet, hall.tasks(), num_trials=2)

    made = sorted(episodes(path), key=lambda e: (e["trial"], e["task"]))
    assert [(e["task"], e["trial"]) for e in made] == [
        ("history", 0),
        ("plain", 0),
        ("history", 1),
        ("plain", 1),
    ]
    assert [e["grade"]["value"] for e in made] == [1.0] * 4
    assert {e["termination"]["reason"] for e in made} == {"user_stop"}
    by_task = {e["task"]: [a["actor"] for a in e["actions"]] for e in made}
    assert by_task == {"plain": ["agent"], "history": ["environment", "agent"]}
    card = live.card()
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)
    assert {(i.role, i.name) for i in card.instruments} == {
        ("evaluator", "tau2-bench"),
        ("harness", "tau2-bench"),
        ("task_data", "tau2-bench"),
        ("user_simulator", "user-1"),
    }


def test_the_old_one_too_but_it_names_no_trial(old, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path):
        old.run.run_tasks(domain="mock", tasks=hall.tasks(), make=quiet)

    made = sorted(episodes(path), key=lambda e: e["task"])
    assert [(e["task"], e.get("trial")) for e in made] == [
        ("history", None),
        ("plain", None),
    ]
    assert [e["grade"]["value"] for e in made] == [1.0, 1.0]


def test_the_users_calls_are_its_own(new, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path):
        new.run.run_tasks(talk, hall.tasks()[:1])

    (made,) = episodes(path)
    assert [(a["name"], a["actor"]) for a in made["actions"]] == [
        ("look_up", "user_simulator"),
        ("create_task", "agent"),
    ]


def test_every_attempt_is_an_episode(new, attached, tmp_path):
    attached()
    left = [OSError("no disk")]

    def shaky(task):
        agent, user, environment, task = quiet(task)
        if left:
            error = left.pop()
            agent.ask = lambda: (_ for _ in ()).throw(error)
        return agent, user, environment, task

    path = tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        new.run.run_tasks(shaky, hall.tasks()[:1])

    first, second = episodes(path)
    assert (first["trial"], second["trial"]) == (0, 0)
    assert first["termination"]["reason"] == "OSError: no disk"
    assert second["grade"]["value"] == 1.0
    assert live.card().episodes.crashed == 1


def test_what_a_limit_stopped_is_censored_and_ungraded(new, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path):
        new.run.run_tasks(lambda task: (*quiet(task), 1), hall.tasks()[:1])

    (made,) = episodes(path)
    assert made["termination"]["kind"] == "censored"
    assert made["termination"]["reason"] == "max_steps"
    assert (made["grade"]["state"], made["grade"]["stored"]) == ("ungraded", 0.0)


def test_a_task_without_criteria_is_never_graded(new, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path):
        new.run.run_tasks(quiet, [hall.Task(id="free")])

    (made,) = episodes(path)
    assert (made["grade"]["state"], made["grade"]["stored"]) == ("ungraded", 1.0)


def test_an_episode_of_the_harness_is_used(new, attached, tmp_path):
    attached()
    (task, _), path = hall.tasks(), tmp_path / "a.jsonl"
    with run("r", archive=path), episode("mine", 7):
        new.run.run_simulation(orchestrator=new.runner.batch.Orchestrator(*quiet(task)))

    (made,) = episodes(path)
    assert (made["task"], made["trial"], made["grade"]["value"]) == ("mine", 7, 1.0)


def test_lint_reads_the_same_numbers(new, attached, tmp_path):
    attached()
    path = tmp_path / "a.jsonl"
    with run("r", archive=path) as live:
        new.run.run_tasks(quiet, hall.tasks())

    (row,) = lint_paths([path]).runs
    card = live.card()
    assert (row.graded, row.ungraded) == (card.episodes.graded, card.episodes.ungraded)
    assert row.actions == card.actions


def test_what_comes_back_is_what_came_back(new):
    plain = new.run.run_tasks(quiet, hall.tasks())
    made = attach()
    try:
        assert new.run.run_tasks(quiet, hall.tasks()) == plain
        with run("r"):
            assert new.run.run_tasks(quiet, hall.tasks()) == plain
    finally:
        made.detach()


def test_undone_everything_is_as_it_was(new):
    places = [
        (new.runner.batch, "run_simulation"),
        (new.runner.batch, "ThreadPoolExecutor"),
        (new.runner.batch, "run_with_retry"),
        (new.runner.simulation, "evaluate_simulation"),
        (new.run, "run_tasks"),
        (new.orchestrator.orchestrator.BaseOrchestrator, "run"),
    ]
    before = [vars(owner)[name] for owner, name in places]

    made = attach()
    assert attach() is made
    assert all(
        vars(owner)[name] is not value
        for (owner, name), value in zip(places, before, strict=True)
    )
    made.detach()

    assert [vars(owner)[name] for owner, name in places] == before


def test_without_the_package_it_says_so():
    with pytest.raises(UsageError, match="tau2 cannot be imported"):
        attach()
