"""Starting, and ending cleanly whatever happens."""

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

USAGE = 2
BROKEN_PIPE = 141
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    An error that evalrata raises on purpose is one line on stderr and code 2; a
    reader of the output that goes away ends with 141, Ctrl-C with 130.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _tolerate(sys.stdout, sys.stderr)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes stdout once more at exit; it must not find the broken pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except Exception as error:
        from evalrata.schemas.errors import EvalrataError  # noqa: PLC0415 - start-up

        if not isinstance(error, EvalrataError):
            raise
        _complain(str(error))
        return USAGE
    return code


def _run(arguments: list[str]) -> int:
    from evalrata.cli.app import run  # noqa: PLC0415 - Ctrl-C while importing

    return run(arguments)


def _complain(message: str) -> None:
    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - start-up

    sys.stderr.write(f"evalrata: {plain(message)}\n")


def _tolerate(*streams: object) -> None:
    """Let no character of an archive stop the output on a narrow encoding."""
    for stream in streams:
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
