"""Starting, and ending cleanly whatever happens."""

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from evalrata.cli.collector import rarely
from evalrata.cli.streams import flush, give_up, open_streams

__all__ = ["main"]

USAGE = 2
BROKEN_PIPE = 141
INTERRUPTED = 130

DEBUG = "EVALRATA_DEBUG"
"""Environment variable: with ``1``, an unexpected error shows its traceback."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    An error, whether evalrata raises it on purpose or not, is one line on stderr and
    code 2, never 1: that says that something was found.  A reader of the output that
    goes away ends with 141, Ctrl-C with 130.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    open_streams()
    _tolerate(sys.stdout, sys.stderr)
    try:
        # Without ``argv`` the process is ours.
        with rarely() if argv is None else nullcontext():
            code = _run(arguments)
        flush()
    except BrokenPipeError:
        give_up()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - one line instead of a traceback, code 2
        _explain(error)
        return USAGE
    return code


def _explain(error: Exception) -> None:
    """Say what went wrong.  Raises it again if it is a surprise and to be shown."""
    from evalrata.schemas.errors import EvalrataError  # noqa: PLC0415 - start-up

    if isinstance(error, EvalrataError):
        _complain(str(error))
        return
    if os.environ.get(DEBUG) == "1":
        raise error
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    _complain(f"{said} ({DEBUG}=1 shows the traceback)", start="evalrata failed")


def _run(arguments: list[str]) -> int:
    from evalrata.cli.app import run  # noqa: PLC0415 - Ctrl-C while importing

    return run(arguments)


def _complain(message: str, start: str = "evalrata") -> None:
    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - start-up

    sys.stderr.write(f"{start}: {plain(message)}\n")


def _tolerate(*streams: object) -> None:
    """Let no character of an archive stop the output on a narrow encoding."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
