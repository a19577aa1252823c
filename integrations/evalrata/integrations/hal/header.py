"""The parts of an upload that say what the run was and what it reports.

Fields as written by hal-harness 16bb03e, ``hal/benchmarks/base_benchmark.py``.
"""

import math
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from evalrata.integrations.tau.texts import texts

__all__ = ["Config", "GitInfo", "Results", "number", "tasks"]


class Config(Struct, frozen=True):
    """``/config``; a value that is not text is not read."""

    agent: str | None = None
    benchmark: str | None = None
    date: str | None = None
    run_id: str | None = None
    model: str | None = None
    texts: tuple[list[str], ...] = ()
    """Its short strings, ``[pointer, text]``."""

    @classmethod
    def of(cls, value: Any) -> "Config":
        """Read a config object."""
        fields = value if isinstance(value, Mapping) else {}
        arguments = fields.get("agent_args")
        model = arguments.get("model_name") if isinstance(arguments, Mapping) else None
        return cls(
            agent=_text(fields.get("agent_name")),
            benchmark=_text(fields.get("benchmark_name")),
            date=_text(fields.get("date")),
            run_id=_text(fields.get("run_id")),
            model=_text(model),
            texts=tuple(texts(value, "/config")),
        )


class Results(Struct, frozen=True):
    """``/results``: what the harness computed.  Latencies are skipped."""

    accuracy: Any = None
    average_score: Any = None
    average_correctness: Any = None
    successful_tasks: Any = None
    failed_tasks: Any = None
    total_cost: Any = UNSET
    """``None``: the key is there and null."""


class GitInfo(Struct, frozen=True):
    """``/git_info``: the checkout of the harness, not of the benchmark."""

    commit: str | None = None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def number(value: Any) -> float | None:
    """Return a JSON number, NaN included; anything else is not recorded."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def tasks(value: Any) -> tuple[str, ...] | None:
    """Return a list of task ids as text; anything else is not recorded."""
    if not isinstance(value, list):
        return None
    return tuple(str(task) for task in value)
