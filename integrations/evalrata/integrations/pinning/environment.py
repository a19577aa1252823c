"""An interpreter's environment: where its packages are, by its own ``sys.path``."""

import os
import platform
from collections.abc import Sequence

from msgspec import Struct

__all__ = ["Environment", "environment_of"]

SCRIPT = "environment_worker.py"

INHERITED = ("PYTHONPATH", "PYTHONHOME", "PYTHONNOUSERSITE", "VIRTUAL_ENV")
"""Variables that decide where an interpreter finds packages."""

TIMEOUT = 60.0


class Environment(Struct, frozen=True):
    """Where packages are looked for."""

    python: str
    """Implementation and version."""
    path: tuple[str, ...] | None
    """``None``: this process."""


def environment_of(python: str | None) -> Environment:
    """Ask an interpreter; ``None`` is this one.

    Nothing of its packages is imported but what its start-up imports.  Raises
    ``UsageError`` for what cannot be started or is no Python.
    """
    if python is None:
        said = f"{platform.python_implementation()} {platform.python_version()}"
        return Environment(said, None)
    from evalrata.integrations.rescoring.process import (  # noqa: PLC0415 - start-up
        WorkerError,
        answers,
    )

    kept = {name: os.environ[name] for name in INHERITED if name in os.environ}
    told = answers(SCRIPT, {}, python=python, environment=kept, timeout=TIMEOUT)
    answer = next(iter(list(told)), {})
    version, path = answer.get("python"), answer.get("path")
    if not isinstance(version, str) or not _is_texts(path):
        raise WorkerError(f"{python}: did not say where its packages are")
    return Environment(version, tuple(path or ()))


def _is_texts(value: object) -> bool:
    return isinstance(value, Sequence) and all(isinstance(v, str) for v in value)
