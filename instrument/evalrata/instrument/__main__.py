"""Runs a script that knows nothing of evalrata as a part of a run.

``python -m evalrata.instrument agent.py ARGUMENT...`` (or ``-m MODULE``, ``-c CODE``)
does what ``python agent.py ARGUMENT...`` would, after ``attach()``.  The run is that
of the environment (``environment()``); without one, spans are counted as outside.
"""

import importlib.util
import runpy
import sys
from pathlib import Path

from evalrata.instrument.attaching import attach

__all__ = ["main"]

USAGE = """\
usage: python -m evalrata.instrument (SCRIPT | -m MODULE | -c CODE) [ARGUMENT ...]
"""

HELP = f"""\
{USAGE}
Runs a Python program as a part of the run whose environment() it was started with:
its spans are counted there.  The program itself needs to know nothing of evalrata; its
model client has to be instrumented.
"""


def main() -> None:
    """Attach, and hand over to the script with its own ``sys.argv``."""
    arguments = sys.argv[1:]
    first, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if first in {"-h", "--help"}:
        sys.stdout.write(HELP)
        return
    if wrong := _wrong(first, rest):
        sys.stderr.write(wrong)
        sys.exit(2)
    attach()
    if first == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif first == "-c":
        sys.argv = ["-c", *rest[1:]]
        code = compile(rest[0], "<string>", "exec")
        exec(code, {"__name__": "__main__"})  # noqa: S102 - as `python -c` does
    else:
        sys.argv = arguments
        sys.path[0] = str(Path(first).resolve().parent)
        runpy.run_path(first, run_name="__main__")


def _wrong(first: str, rest: list[str]) -> str:
    """Say in a line what is wrong with the arguments; empty if nothing is."""
    if first == "-m" and rest:
        found, what = _exists(rest[0].split(".")[0]), f"module {rest[0]!r}"
    elif first == "-c" and rest:
        return ""
    elif first.startswith("-") or not first:
        return USAGE
    else:
        found, what = Path(first).exists(), f"file {first!r}"
    return "" if found else f"python -m evalrata.instrument: there is no {what}\n"


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:
        return False


if __name__ == "__main__":
    main()
