"""Starting a script in another interpreter, and reading its answers.

The process gets no environment variable but those that Python and the loader need, so
that no key of a model provider reaches the benchmark; it runs in an empty folder,
writes no bytecode into the checkout, and is ended with the caller, with what it
started: by the caller, or by itself once the pipe of its request is closed.
"""

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread, Timer
from typing import Any

from evalrata.schemas.errors import UsageError

__all__ = ["INSIDE", "EndedError", "WorkerError", "answers"]

INSIDE = Path(__file__).parent / "inside"
"""Where the scripts are."""

KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")
"""Environment variables that a worker gets."""

TIMEOUT = 3600.0
"""Seconds that a worker may take."""

MOST = 1 << 26
"""Bytes that one answer may have."""

DONE = {"done": True}
"""The last answer (``inside/worker.py``)."""

TAIL = 2000
"""Characters of a worker's stderr that an error quotes."""


class WorkerError(UsageError):
    """The benchmark's interpreter or its code could not do what was asked."""


class EndedError(WorkerError):
    """The process ended, or failed, before all was answered."""


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
    it gets.  Raises ``WorkerError`` if it cannot be started, answers something else, or
    is ended after ``timeout`` seconds, and ``EndedError`` if it fails or ends without
    having said that it is done: what was answered until then is not the whole.
    """
    told = {**request, "paths": [str(p.absolute()) for p in paths]}
    with (
        tempfile.TemporaryDirectory(prefix="evalrata-") as folder,
        tempfile.TemporaryFile() as errors,
    ):
        process = _started(script, python, folder, errors, environment or {})
        timer = Timer(timeout, _end, (process,))
        timer.start()
        Thread(target=_end_with, args=(process,), daemon=True).start()
        done = False
        try:
            for answer in _heard(process, told):
                if done := answer == DONE:
                    break
                yield answer
            if not done:
                process.wait()
            expired = not timer.is_alive()
        finally:
            timer.cancel()
            _end(process)
            _close(process)
        if not done:
            name = f"{python} {Path(script).name}"
            if expired:
                raise WorkerError(f"{name}: took more than {timeout:g} s")
            raise EndedError(f"{name}: {_ended(process.returncode)}{_tail(errors)}")


def _started(
    script: str, python: str, folder: str, errors: Any, more: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    fixed = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    # It starts in another folder, and a link of a virtual environment is not followed.
    program = str(Path(python).absolute()) if Path(python).name != python else python
    try:
        return subprocess.Popen(  # noqa: S603 - the caller's interpreter, our script
            [program, str(INSIDE / script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            env={**kept, **fixed, **more},
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WorkerError(f"{python}: cannot be started: {reason}") from error


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and what it started, where the system has groups of processes."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()


def _end_with(process: "subprocess.Popen[bytes]") -> None:
    """End what a process leaves behind, which may hold the pipe of its answers open."""
    process.wait()
    _end(process)


def _ended(code: int) -> str:
    return f"ended with {code}" if code else "ended before it had answered all"


def _close(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()


def _heard(
    process: "subprocess.Popen[bytes]", told: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    with suppress(BrokenPipeError):  # it ended before it read all: its code says so
        # The pipe stays open: its end says that the caller is gone.
        process.stdin.write(json.dumps(told).encode() + b"\n")
        process.stdin.flush()
    while line := process.stdout.readline(MOST + 1):
        yield _answer(line)


def _answer(line: bytes) -> dict[str, Any]:
    if len(line) > MOST:
        raise WorkerError(f"the benchmark's answer has more than {MOST:,} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        start = line[:80].decode(errors="replace").strip()
        raise WorkerError(f"the benchmark's answer is not JSON: {start}") from error
    if not isinstance(answer, dict):
        kind = type(answer).__name__
        raise WorkerError(f"the benchmark's answer is no object but {kind}")
    if "error" in answer:
        raise EndedError(_said(answer["error"]))
    return answer


def _said(error: Any) -> str:
    if not isinstance(error, dict):
        return f"the benchmark failed: {str(error)[:200]}"
    lines = str(error.get("message", "")).splitlines()
    said = lines[0] if lines else "no message"
    return f"the benchmark failed: {error.get('type')}: {said}"


def _tail(errors: Any) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - TAIL))
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return f": {lines[-1]}" if lines else ""
