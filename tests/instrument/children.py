"""Programs that take part in a run from another process."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]

PRELUDE = """
import os, signal, sys, time
from evalrata.instrument import *
from tests.instrument.spans import chat, nested, provider_with
tracer = provider_with().get_tracer("child")
"""


def code(text):
    return PRELUDE + textwrap.dedent(text)


def child(text, env, *arguments, check=True):
    """Run a program to its end; returns what it printed."""
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code(text), *map(str, arguments)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    if check:
        assert done.returncode == 0, done.stderr
    return done.stdout


def started(text, env):
    """Start a program that one talks to line by line."""
    return subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code(text)],
        cwd=ROOT,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def of_kind(path, kind):
    return [line[kind] for line in lines(path) if kind in line]


def parts(path):
    """The parts beside an archive."""
    return sorted(path.with_name("run.jsonl.parts").glob("*"))
