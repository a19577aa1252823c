"""How long small things take: starting, importing, linting a file of a few MB.

    python tests/bench/start.py [--path FILE] [--repeats 11]

Each measurement is a whole process, bytecode present; they are interleaved.  With
``--path``, a lint of that file is compared with a process that parses it with json.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main():
    """Measure every way, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--path", type=Path)
    parser.add_argument("--repeats", type=int, default=11)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        ways = dict(_ways(options.path))
        for command in ways.values():
            _seconds(command, environment)  # writes bytecode
        times = {way: [] for way in ways}
        for _ in range(options.repeats):
            for way, command in ways.items():
                times[way].append(_seconds(command, environment))
    _print(times)


def _ways(path):
    python, command = sys.executable, Path(sys.executable).with_name("evalrata")
    yield "python -c pass", [python, "-c", "pass"]
    for module in (
        "opentelemetry.sdk.trace",
        "evalrata.instrument",
        "evalrata.integrations",
    ):
        yield f"import {module}", [python, "-c", f"import {module}"]
    yield "evalrata --version", [command, "--version"]
    if path is not None:
        code = f"import json; json.loads(open({str(path)!r}, 'rb').read())"
        yield "json.loads", [python, "-c", code]
        yield "evalrata lint", [command, "lint", path, "--quiet"]


def _seconds(command, environment):
    started = time.perf_counter()
    subprocess.run(  # noqa: S603 # our own commands
        command,
        env=environment,
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


def _print(times):
    base = statistics.median(times["python -c pass"])
    sys.stdout.write(f"{'':28}  median ms    min    max  /pass\n")
    for way, found in times.items():
        middle, *ends = (1000 * t for t in (statistics.median(found), *_ends(found)))
        sys.stdout.write(
            f"{way:28} {middle:10.0f} {ends[0]:6.0f} {ends[1]:6.0f} "
            f"{middle / 1000 / base:6.1f}\n"
        )


def _ends(found):
    return min(found), max(found)


if __name__ == "__main__":
    main()
