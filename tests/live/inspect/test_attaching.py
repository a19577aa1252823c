"""Attaching to Inspect: several tasks, detaching, and by entry point alone."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from evalrata.integrations.inspect import attach
from evalrata.schemas.errors import UsageError

pytestmark = pytest.mark.live


@pytest.fixture
def attached(tmp_path, packages):
    handle = attach(
        archive=tmp_path / "{task}-{model}.jsonl", card=tmp_path / "{task}.card.json"
    )
    yield handle
    handle.detach()


def run(made, tasks, model, tmp_path, **arguments):
    logs = str(tmp_path / "logs")
    return made.inspect_ai.eval(
        tasks, model=model, log_dir=logs, display="none", **arguments
    )


def task(made):
    return made.sums(1, scorers=[made.match()])


def four(made, name="agent", count=1):
    return made.mock(name, [made.says("4", (20, 3))] * count)


def test_each_task_and_model_is_a_run_of_its_own(made, attached, tmp_path):
    models = [four(made, "one"), made.mock("two", [made.says("5", (700, 70))])]
    run(made, task(made), models, tmp_path, max_tasks=2)

    cards = {}
    for file in tmp_path.glob("*.card*.json"):
        card = json.loads(file.read_text())
        cards[card["models"][0]] = card
    assert {m: c["usage"]["root"]["total"] for m, c in cards.items()} == {
        "mockllm/one": 23,
        "mockllm/two": 770,
    }
    assert {m: c["score"]["graded_only"]["value"] for m, c in cards.items()} == {
        "mockllm/one": 1.0,
        "mockllm/two": 0.0,
    }
    assert sorted(f.name for f in tmp_path.glob("*.jsonl")) == [
        "sums-mockllm-one.jsonl",
        "sums-mockllm-two.jsonl",
    ]


def test_nothing_is_written_after_detaching(made, attached, tmp_path):
    attached.detach()
    run(made, task(made), four(made), tmp_path)

    assert list(tmp_path.glob("*.json*")) == []


def test_one_attachment_at_a_time(attached):
    with pytest.raises(UsageError, match="attached to Inspect already"):
        attach()
    attached.detach()
    attach().detach()


@pytest.mark.parametrize("roles", [{"critic": "somebody"}])
def test_roles_are_actors(roles, packages):
    with pytest.raises(UsageError, match="'somebody', which is no actor"):
        attach(roles=roles)


def test_the_log_is_the_same_attached_or_not(made, attached, tmp_path):
    def results(name):
        task = made.sums(3, scorers=[made.match()], epochs=2)
        (log,) = run(made, task, four(made, count=6), tmp_path / name)
        scores = [(s.id, s.epoch, s.scores, s.messages[-1].text) for s in log.samples]
        return log.results.model_dump(), sorted(scores, key=str), log.stats.model_usage

    during = results("during")
    attached.detach()

    assert results("after") == during


ROOT = Path(__file__).parents[3]
SCRIPT = """
import inspect_ai
from tests.live.inspect.tasks import match, mock, says, sums
task = sums(1, scorers=[match()])
inspect_ai.eval(task, model=mock("agent", [says("4")]), log_dir="logs", display="none")
"""


def test_the_entry_point_alone_records(made, tmp_path):
    if not entry_points(group="inspect_ai", name="evalrata"):
        pytest.fail("evalrata is installed without its entry point for Inspect")
    env = {
        **os.environ,
        "EVALRATA_INSPECT_DIR": str(tmp_path / "runs"),
        "PYTHONPATH": str(ROOT),
    }
    subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", SCRIPT], cwd=tmp_path, env=env, check=True
    )

    (card,) = (tmp_path / "runs").glob("sums-*.card.json")
    assert json.loads(card.read_text())["usage"]["root"]["total"] == 23
    assert len(list((tmp_path / "runs").glob("sums-*.jsonl"))) == 1
