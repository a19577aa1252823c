"""An invented checkout of the benchmark and results files for it."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from evalrata.integrations.rescoring.driver import Checkout, Taken
from evalrata.integrations.rescoring.taking import taken
from evalrata.integrations.tau2.rescoring import DRIVER
from evalrata.schemas.rescore import Regrade

PACKAGE = Path(__file__).parent / "package"


def stock(what: str, **more: Any) -> dict[str, Any]:
    return {"name": "stock", "arguments": {"what": what}, **more}


def task(name: str, *actions: dict[str, Any], **criteria: Any) -> dict[str, Any]:
    return {
        "id": name,
        "user_scenario": {"instructions": "Ask for a lamp."},
        "evaluation_criteria": {"actions": list(actions), **criteria},
    }


def made(
    name: str, what: str, result: Any, *, error: bool = False, by: str = "assistant"
) -> list[dict[str, Any]]:
    """Return a call and its recorded result."""
    text = result if isinstance(result, str) else json.dumps(result)
    call = {"id": "c", "name": name, "arguments": {"what": what}, "requestor": by}
    return [
        {"role": by, "tool_calls": [call]},
        {"role": "tool", "id": "c", "content": text, "error": error},
    ]


def simulation(
    name: str,
    task: str,
    *messages: dict[str, Any],
    reward: float | None = 1.0,
    ended: str = "agent_stop",
) -> dict[str, Any]:
    left: dict[str, Any] = {
        "reward": reward,
        "reward_basis": ["DB"],
        "db_check": {"db_match": True},
    }
    if ended == "max_steps":
        note = "Simulation terminated prematurely. Termination reason: max_steps"
        left = {"reward": reward, "reward_basis": None, "info": {"note": note}}
    return {
        "id": name,
        "task_id": task,
        "trial": 0,
        "termination_reason": ended,
        "reward_info": left,
        "messages": list(messages),
    }


def results(
    tasks: list[Any],
    simulations: list[Any],
    *,
    agent: str = "shop_agent",
    user: str = "u",
) -> dict[str, Any]:
    return {
        "info": {
            "git_commit": "unknown",
            "agent_info": {"implementation": agent},
            "user_info": {"implementation": user},
            "environment_info": {"domain_name": "shop"},
        },
        "tasks": tasks,
        "simulations": simulations,
    }


def checkout(folder: Path, tasks: list[Any], *, kind: str = "lenient") -> Path:
    """Write a checkout of one of the three kinds of release."""
    root = folder / kind
    shutil.copytree(PACKAGE, root / "src", ignore=shutil.ignore_patterns("*.pyc"))
    (root / "src" / "tau2" / "release.py").write_text(f'KIND = "{kind}"\n')
    (root / "pyproject.toml").write_text('[project]\nname = "tau2"\nversion = "7.0"\n')
    data = root / "data" / "tau2" / "domains" / "shop"
    data.mkdir(parents=True)
    (data / "tasks.json").write_text(json.dumps(tasks))
    return root


def rescored(path: Path, root: Path, **more: Any) -> Any:
    """Take a results file and grade it again."""
    asked = Checkout(path=root, python=sys.executable, **{"embedded": True, **more})
    with taken([str(path)], DRIVER.formats) as archives:
        return DRIVER.rescore(archives.runs, asked)


def written(folder: Path, content: Any, name: str = "shop.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def by_id(found: Any) -> dict[str, Regrade]:
    return {regrade.id: regrade for regrade in found.episodes}


__all__ = [
    "Taken",
    "by_id",
    "checkout",
    "made",
    "rescored",
    "results",
    "simulation",
    "stock",
    "task",
    "written",
]
