"""A tau-bench environment whose grader leaves the agent's list and database alone.

The benchmark's own ``calculate_reward`` grades; around it, the environment's actions
and data are put back.  Two things are quicker than in the benchmark and give the same:
the database is read from disk once, and the hash of equal data is computed once.
"""

import copy
import hashlib
import marshal
from typing import Any

__all__ = ["User", "contents", "fresh", "prepared"]


class User:
    """Takes the place of the user simulator: says what it is told to, once."""

    def __init__(self) -> None:
        """Start with nothing to say."""
        self.reply = ""

    def reset(self, instruction: Any = None) -> str:
        """Say nothing."""
        del instruction
        return ""

    def step(self, content: Any) -> str:
        """Give the recorded reply; a gold reply of the grader gets none."""
        del content
        reply, self.reply = self.reply, ""
        return reply

    def get_total_cost(self) -> float:
        """Nothing was asked."""
        return 0.0


def prepared(env: Any) -> Any:
    """Return an environment of its own class, watched, from which others are made."""
    kind = type(env)
    hashes: dict[bytes, str] = {}

    def calculate_reward(self: Any) -> Any:
        data, actions = self.data, list(self.actions)
        try:
            return kind.calculate_reward(self)
        finally:
            self.data, self.actions = data, actions

    def get_data_hash(self: Any) -> Any:
        key = contents(self.data, marshal.version)
        if key is None:
            return kind.get_data_hash(self)
        if key not in hashes:
            hashes[key] = kind.get_data_hash(self)
        return hashes[key]

    own = {"calculate_reward": calculate_reward, "get_data_hash": get_data_hash}
    ready = copy.copy(env)
    ready.__class__ = type(kind.__name__, (kind,), own)
    ready.data_load_func = _kept(env.data_load_func)
    return ready


def fresh(env: Any, task: Any) -> Any:
    """Return an environment for one episode, with its own task, data and user."""
    own = copy.copy(env)
    own.task = copy.deepcopy(task)
    own.data = own.data_load_func()
    own.actions = []
    own.user = User()
    return own


def contents(data: Any, version: int = 2) -> bytes | None:
    """Return a digest that only equal data have; ``None`` for what cannot be spelled.

    In version 2 of the encoding equal data of the same order have one digest; later
    versions are shorter, and also tell apart which parts are the same object.
    """
    try:
        return hashlib.sha256(marshal.dumps(data, version)).digest()
    except ValueError:
        return None


def _kept(load: Any) -> Any:
    """Return a function that gives what ``load`` gives, without reading it again."""
    data = load()
    try:
        held = marshal.dumps(data)
        same = marshal.loads(held) == data  # noqa: S302 - written in the line above
    except ValueError:
        same = False
    if same:
        return lambda: marshal.loads(held)  # noqa: S302 - likewise
    return lambda: copy.deepcopy(data)
