"""Standard output and error, which may be closed, full or gone."""

import errno
import io
import os
import sys
from contextlib import suppress

__all__ = ["flush", "give_up", "open_streams", "write_out"]


class _Closed(io.TextIOBase):
    """Stands for an output that the caller closed: it takes nothing."""

    def write(self, text: str) -> int:
        """Raise what the system would."""
        if not text:
            return 0
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class _Unheard(io.TextIOBase):
    """Stands for closed standard error: there is nobody to tell."""

    def write(self, text: str) -> int:
        """Drop it."""
        return len(text)


def open_streams() -> None:
    """Put something in the place of closed streams, which Python leaves ``None``."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = _Unheard()


def write_out(text: str) -> None:
    """Write to standard output.

    Raises ``UsageError`` where it cannot be written, and ``BrokenPipeError`` where
    its reader went away.
    """
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        _refuse(error)


def flush() -> None:
    """Write out what is left.  Raises as ``write_out``."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _refuse(error)


def give_up() -> None:
    """Drop what could not be written: Python tries it once more when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(error: OSError) -> None:
    from evalrata.schemas.errors import UsageError  # noqa: PLC0415 - start-up

    give_up()
    reason = error.strerror or error
    raise UsageError(f"standard output: cannot write: {reason}") from error
