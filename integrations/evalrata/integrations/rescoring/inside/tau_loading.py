"""The environments of a checkout of tau-bench, made ready to grade recorded episodes.

Runs in the benchmark's interpreter.  The user simulator is replaced, so that nothing
asks a model, and the libraries that only it needs may be absent.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import tau_grading
else:
    import tau_grading

__all__ = ["Scene", "load", "plain", "spelled", "stand_in"]

CLIENTS = ("anthropic", "litellm", "openai")
"""Libraries that ask models."""

SPLITS = ("test", "train", "dev")

Expected = Sequence[tuple[int, str]]
"""Index of a task, and the user that the archive says it has."""


class Scene(NamedTuple):
    """A domain of the benchmark."""

    env: Any
    """From which every episode's own environment is made."""
    split: str
    tasks: Sequence[Any]
    action: Any
    """The class of an action."""
    task: Any
    """The class of a task."""


def load(domain: str, folder: str | None, expected: Expected) -> Scene:
    """Return the domain, with the split that has most of the expected users.

    ``folder`` is where its tasks and data are taken from instead.  Raises whatever the
    benchmark raises.
    """
    envs = importlib.import_module("tau_bench.envs")
    base = importlib.import_module("tau_bench.envs.base")
    types = importlib.import_module("tau_bench.types")
    base.load_user = _no_user  # type: ignore[attr-defined] # what the class calls
    found = [(split, _made(envs.get_env, domain, split)) for split in SPLITS]
    envs_found = [(split, env) for split, env in found if not isinstance(env, str)]
    if not envs_found:
        raise ValueError(str(found[0][1]))
    if folder is not None:
        envs_found = [_from_elsewhere(Path(folder), envs_found[0][1])]
    split, env = max(envs_found, key=lambda each: _users(each[1].tasks, expected))
    ready = tau_grading.prepared(env)
    return Scene(ready, split, env.tasks, types.Action, types.Task)


def plain(task: Any) -> dict[str, Any]:
    """Return what an archive embeds of a task."""
    actions = [{"name": a.name, "kwargs": a.kwargs} for a in task.actions]
    return {
        "user_id": getattr(task, "user_id", None),
        "actions": actions,
        "outputs": list(getattr(task, "outputs", None) or ()),
        "instruction": getattr(task, "instruction", None),
    }


def spelled(value: Any) -> str:
    """Spell a JSON value so that what the grader's hash tells apart differs."""
    return json.dumps(value, sort_keys=True)


def stand_in(names: Sequence[str] = CLIENTS) -> None:
    """Let ``import`` succeed for clients of models that are not installed."""
    sys.meta_path.append(_Absent(names))


class _Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Asked last, so only for what no other finder has."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        del path, target
        if name.split(".", 1)[0] not in self._names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Nothing(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        del module


class _Nothing(ModuleType):
    """Has every name; what is behind it refuses."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _refuse


def _refuse(*args: Any, **kwargs: Any) -> Any:
    del args, kwargs
    raise RuntimeError("a re-score asks no model")


def _no_user(*args: Any, **kwargs: Any) -> Any:
    del args, kwargs
    return tau_grading.User()


def _made(get_env: Callable[..., Any], domain: str, split: str) -> Any:
    """Return the environment, or why there is none for this split."""
    told = {
        "env_name": domain,
        "user_strategy": "human",
        "user_model": "none",
        "user_provider": "none",
        "task_split": split,
        "task_index": 0,
    }
    taken = inspect.signature(get_env).parameters
    try:
        return get_env(**{k: v for k, v in told.items() if k in taken})
    except (ValueError, ImportError) as error:
        return str(error)


def _users(tasks: Sequence[Any], expected: Expected) -> int:
    """Count the expected tasks that are there."""
    return sum(
        index < len(tasks) and getattr(tasks[index], "user_id", None) == user
        for index, user in expected
    )


def _from_elsewhere(folder: Path, env: Any) -> tuple[str, Any]:
    """Take tasks and database from a folder of a domain; tools stay the checkout's."""
    module = _file(folder / "tasks_test.py", "evalrata_tasks")
    lists = [v for k, v in vars(module).items() if k.startswith("TASKS")]
    if not lists:
        raise ValueError("tasks_test.py has no list called TASKS")
    env.tasks = lists[0]
    if (folder / "data" / "__init__.py").is_file():
        data = _file(folder / "data" / "__init__.py", "evalrata_tasks_data")
        env.data_load_func = data.load_data
    return "test", env


def _file(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
