"""Checkouts that are none, interpreters that lack something, files of strangers."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.integrations.tau2.rescoring.shop import (
    checkout,
    made,
    rescored,
    results,
    simulation,
    stock,
    task,
    written,
)

from evalrata.integrations.rescoring import process
from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.rescoring.process import INSIDE, WorkerError
from evalrata.integrations.tau2.rescoring import DRIVER
from evalrata.schemas.errors import UsageError

LAMP = task("lamp", stock("lamp"), reward_basis=["DB"])
DONE = simulation("s", "lamp", *made("stock", "lamp", {"lamp": 1}))
FILE = results([LAMP], [DONE])


def test_a_folder_that_is_no_checkout(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no checkout of tau2-bench: src/tau2"):
        DRIVER.pin(Checkout(path=tmp_path, python=sys.executable))


def test_a_checkout_is_pinned_with_its_task_data(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    evaluator, tasks = DRIVER.pin(Checkout(path=root, python=sys.executable))
    assert (evaluator.role, evaluator.version) == ("evaluator", "7.0+local")
    assert tasks is not None
    before = tasks.digest
    (root / "data/tau2/domains/shop/tasks.json").write_text("[]")
    _, tasks = DRIVER.pin(Checkout(path=root, python=sys.executable))
    assert tasks is not None
    assert tasks.digest != before


def test_task_data_of_another_folder(tmp_path: Path) -> None:
    root = checkout(tmp_path, [])
    other = checkout(tmp_path, [LAMP], kind="old")
    for place in (other, other / "data"):
        found = rescored(written(tmp_path, FILE), root, embedded=False, tasks=place)
        assert [r.value for r in found.episodes] == [1.0]
        assert found.gold == ()
    with pytest.raises(UsageError, match="no task data of tau2-bench"):
        rescored(written(tmp_path, FILE), root, tasks=tmp_path / "nowhere")


def test_a_module_that_the_interpreter_lacks(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    script = root / "src/tau2/scripts/evaluate_trajectories.py"
    script.write_text("import a_module_that_is_not_there\n")
    with pytest.raises(WorkerError) as caught:
        rescored(written(tmp_path, FILE), root)
    assert "No module named 'a_module_that_is_not_there'" in str(caught.value)
    assert f"{sys.executable} -m pip install -e {root}" in str(caught.value)


def test_tasks_that_cannot_be_loaded_are_needed_only_without_the_embedded(
    tmp_path: Path,
) -> None:
    root = checkout(tmp_path, [LAMP])
    (root / "data/tau2/domains/shop/tasks.json").write_text("{not json")
    found = rescored(written(tmp_path, FILE), root)
    assert [r.value for r in found.episodes] == [1.0]
    assert any("could not be loaded (JSONDecodeError" in note for note in found.notes)
    with pytest.raises(WorkerError, match="tasks of shop cannot be loaded"):
        rescored(written(tmp_path, FILE), root, embedded=False)


@pytest.mark.parametrize(
    "damage",
    [
        {"info": {"agent_info": []}},
        {"tasks": [{"id": "lamp", "evaluation_criteria": {"actions": [{}]}}]},
        {"simulations": [{**DONE, "messages": [{"role": "tool", "oops": 1}]}]},
        {"simulations": [{**DONE, "termination_reason": "bored"}]},
    ],
)
def test_a_file_that_the_benchmark_cannot_read_is_not_graded(
    tmp_path: Path, damage: dict[str, Any]
) -> None:
    found = rescored(written(tmp_path, {**FILE, **damage}), checkout(tmp_path, [LAMP]))
    for regrade in found.episodes:
        assert regrade.value is None
        assert regrade.reason.startswith("the benchmark cannot read the file: ")
    assert found.replay is None
    assert "the benchmark cannot read the file" in found.notes[0]
    assert found.validations[0].episodes == 0


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        ([made("stock", "lamp", {"lamp": 1})[1]], "a tool message without a call"),
        ([made("stock", "lamp", {"lamp": 1})[0]], "pop from empty list"),
    ],
)
def test_a_conversation_in_no_order_is_a_reason_and_not_a_zero(
    tmp_path: Path, messages: list[Any], reason: str
) -> None:
    file = results([LAMP], [simulation("s", "lamp", *messages), DONE])
    found = rescored(written(tmp_path, file), checkout(tmp_path, [LAMP]))
    first, second = found.episodes
    assert (first.value, second.value) == (None, 1.0)
    assert reason in first.reason


def test_a_domain_that_the_build_has_not(tmp_path: Path) -> None:
    info = {**FILE["info"], "environment_info": {"domain_name": "moon"}}
    found = rescored(written(tmp_path, {**FILE, "info": info}), checkout(tmp_path, []))
    assert [r.reason for r in found.episodes] == [
        "the grader raised KeyError: 'no domain moon'"
    ]


def test_a_grader_that_ends_the_process(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    registry = root / "src/tau2/registry.py"
    registry.write_text("import os\nos._exit(9)\n")
    with pytest.raises(WorkerError, match="ended with 9"):
        rescored(written(tmp_path, FILE), root)


def test_a_mute_grader_is_an_error(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    (root / "src/tau2/registry.py").write_text("import os\nos._exit(0)\n")
    with pytest.raises(WorkerError, match="ended before it had answered all"):
        rescored(written(tmp_path, FILE), root)


def edited(root: Path, old: str, new: str) -> None:
    script = root / "src/tau2/scripts/evaluate_trajectories.py"
    text = script.read_text()
    assert old in text
    script.write_text(text.replace(old, new))


def test_a_grader_that_ends_midway_has_not_answered(tmp_path: Path) -> None:
    """No reason stands for an episode that was never asked about."""
    root = checkout(tmp_path, [LAMP])
    edited(
        root,
        "    constructor = registry",
        "    import os\n"
        "    if simulation.id == 'end':\n"
        "        os._exit(0)\n"
        "    constructor = registry",
    )
    file = results([LAMP], [DONE, {**DONE, "id": "end"}, {**DONE, "id": "z"}])
    with pytest.raises(WorkerError, match="ended before it had answered all"):
        rescored(written(tmp_path, file), root)


def test_a_replay_that_was_not_seen_is_not_counted(tmp_path: Path) -> None:
    root = checkout(tmp_path, [LAMP])
    environment = root / "src/tau2/environment/environment.py"
    environment.write_text(
        environment.read_text() + "\n\nEnvironment.other = Environment.set_state\n"
    )
    edited(root, "predicted.set_state", "predicted.other")
    edited(root, "gold.set_state", "gold.other")
    found = rescored(written(tmp_path, FILE), root)
    assert ([r.value for r in found.episodes], found.replay) == ([1.0], None)
    assert any("1 episodes with calls were graded without a" in n for n in found.notes)
    # A record without a call has nothing to count.
    talk = results([LAMP], [simulation("s", "lamp", reward=0.0)])
    found = rescored(written(tmp_path, talk), root)
    assert found.replay is not None
    assert found.replay.calls == 0


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("while True: pass", "the grader took more than 0.2 s (1)"),
        ("return RewardInfo(None, None, {})", "the grader gave no result (1)"),
        ("raise RuntimeError('boom')", "the grader raised RuntimeError: boom (1)"),
    ],
)
def test_a_grader_that_gives_nothing_is_tried_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, why: str
) -> None:
    inside = tmp_path / "inside"
    shutil.copytree(INSIDE, inside, ignore=shutil.ignore_patterns("__pycache__"))
    limit = inside / "time_limit.py"
    limit.write_text(limit.read_text().replace("SECONDS = 60", "SECONDS = 0.2"))
    monkeypatch.setattr(process, "INSIDE", inside)
    root = checkout(tmp_path, [LAMP])
    edited(
        root, "    constructor = registry", f"    {body}\n    constructor = registry"
    )
    found = rescored(written(tmp_path, FILE), root)
    everyone = found.validations[0]
    assert (everyone.episodes, everyone.reproduced, everyone.failed) == (1, 0, 1)
    assert (everyone.why, everyone.gold) == (why, "recorded")
