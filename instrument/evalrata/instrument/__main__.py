"""Runs a script that knows nothing of evalrata as a part of a run.

``python -m evalrata.instrument agent.py ARGUMENT...`` (or ``-m MODULE``, ``-c CODE``)
does what ``python agent.py ARGUMENT...`` would, after ``attach()``.  The run is that
of the environment (``environment()``); without one, spans are counted as outside.
"""

import runpy
import sys
from pathlib import Path

from evalrata.instrument.attaching import attach

__all__ = ["main"]


def main() -> None:
    """Attach, and hand over to the script with its own ``sys.argv``."""
    arguments = sys.argv[1:]
    if not arguments or (arguments[0] in {"-m", "-c"} and len(arguments) == 1):
        sys.exit(
            "usage: python -m evalrata.instrument (SCRIPT | -m MODULE | -c CODE) "
            "[ARGUMENT ...]"
        )
    attach()
    first, rest = arguments[0], arguments[1:]
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


if __name__ == "__main__":
    main()
