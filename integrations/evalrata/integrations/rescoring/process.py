"""Starting a script in another interpreter, and reading its answers.

The process gets no environment variable but those that Python and the loader need, so
that no key of a model provider reaches the benchmark; it runs in an empty folder,
writes no bytecode into the checkout, and is ended with the caller.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

from evalrata.schemas.errors import UsageError

__all__ = ["INSIDE", "WorkerError", "answers"]

INSIDE = Path(__file__).parent / "inside"
"""Where the scripts are."""

KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")
"""Environment variables that a worker gets."""

TIMEOUT = 3600.0
"""Seconds that a worker may take."""

TAIL = 2000
"""Characters of a worker's stderr that an error quotes."""


class WorkerError(UsageError):
    """The benchmark's interpreter or its code could not do what was asked."""


def answers(  # noqa: PLR0913 - what a process is started with
    script: str,
    request: Mapping[str, Any],
    *,
    python: str,
    paths: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    timeout: float = TIMEOUT,
) -> Iterator[dict[str, Any]]:
    """Run ``inside/<script>`` with ``python`` and yield what it answers.

    ``paths`` come first on its ``sys.path``; ``environment`` is added to the variables
    it gets.  Raises ``WorkerError`` if it cannot be started, fails, is ended after
    ``timeout`` seconds, or ends without an answer to the whole of the request.
    """
    told = {**request, "paths": [str(p.absolute()) for p in paths]}
    with (
        tempfile.TemporaryDirectory(prefix="evalrata-") as folder,
        tempfile.TemporaryFile() as errors,
    ):
        process = _started(script, python, folder, errors, environment or {})
        timer = Timer(timeout, process.kill)
        timer.start()
        try:
            yield from _heard(process, told)
            code = process.wait()
        finally:
            expired = not timer.is_alive()
            timer.cancel()
            process.kill()
            process.wait()
        if code:
            why = f"took more than {timeout:g} s" if expired else f"ended with {code}"
            raise WorkerError(f"{python} {script}: {why}{_tail(errors)}")


def _started(
    script: str, python: str, folder: str, errors: Any, more: Mapping[str, str]
) -> "subprocess.Popen[str]":
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    fixed = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    try:
        return subprocess.Popen(  # noqa: S603 - the caller's interpreter, our script
            [python, str(INSIDE / script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            env={**kept, **fixed, **more},
            text=True,
            encoding="utf-8",
        )
    except OSError as error:
        reason = error.strerror or error
        raise WorkerError(f"{python}: cannot be started: {reason}") from error


def _heard(
    process: "subprocess.Popen[str]", told: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    try:
        with process.stdin as pipe:
            json.dump(told, pipe)
    except BrokenPipeError:
        pass  # it ended before it read all: its exit code says so
    with process.stdout as lines:
        for line in lines:
            answer = json.loads(line)
            if "error" in answer:
                raise WorkerError(_said(answer["error"]))
            yield answer


def _said(error: Mapping[str, Any]) -> str:
    lines = str(error.get("message", "")).splitlines()
    said = lines[0] if lines else "no message"
    return f"the benchmark failed: {error.get('type')}: {said}"


def _tail(errors: Any) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - TAIL))
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return f": {lines[-1]}" if lines else ""
