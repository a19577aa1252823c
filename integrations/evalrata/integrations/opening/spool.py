"""Making a stream seekable."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from typing import BinaryIO, cast

from evalrata.schemas.errors import InputError

__all__ = ["spooled"]

_PIECE = 1 << 18


def spooled(
    opener: Callable[[], BinaryIO], report: Callable[[InputError], None]
) -> BinaryIO:
    """Copy a stream into an unnamed temporary file and return that, at its start.

    A stream that breaks off is reported, and what came before is there.
    """
    file = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 # the caller closes it
    try:
        with closing(opener()) as stream:
            while piece := stream.read1(_PIECE):  # type: ignore[attr-defined] # a BufferedReader
                file.write(piece)
    except InputError as error:
        report(error)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file
