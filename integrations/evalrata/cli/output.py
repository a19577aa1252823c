"""Writing a report: to a file as a whole or not at all, or to standard output."""

from pathlib import Path

from evalrata.cli.streams import write_out
from evalrata.schemas.errors import UsageError

__all__ = ["write"]


def write(text: str, path: Path | None) -> None:
    """Write ``text`` to ``path``, or to standard output without one.

    A file is replaced as ``evalrata.errata.atomic`` says.  Raises ``UsageError`` if it
    cannot be written.
    """
    if path is None:
        write_out(text)
        return
    from evalrata.errata.atomic import replace  # noqa: PLC0415 - not for every run

    try:
        replace(path, text.encode("utf-8", errors="backslashreplace"))
    except OSError as error:
        raise UsageError(f"{path}: cannot write: {error.strerror or error}") from error
