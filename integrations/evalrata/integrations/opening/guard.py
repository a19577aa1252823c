"""Streams that fail in one way, whatever they read."""

import io
import lzma
import sys
import tarfile
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, cast

from evalrata.integrations.opening.limits import Meter
from evalrata.schemas.errors import (
    InputError,
    MalformedError,
    PasswordError,
    TruncatedError,
)
from evalrata.schemas.records import Where

if sys.version_info >= (3, 14):
    from zipfile import BadZipFile

    from compression import zstd
else:
    from backports import zstd
    from backports.zstd.zipfile import BadZipFile

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["BUFFER", "ERRORS", "explain", "guarded"]

BUFFER = 1 << 18
ERRORS = (
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    BadZipFile,
    lzma.LZMAError,
    tarfile.TarError,
    zlib.error,
    zstd.ZstdError,
)
"""What the libraries raise that read archives."""
_TAR_ENDS = "unexpected end of data"
"""What ``tarfile`` says; it has no exception of its own for it."""
_ZIP_HAS_NO_INDEX = "File is not a zip file"
"""What ``zipfile`` says where the index is missing, which ends every zip.  What comes
here begins like a zip."""


def explain(error: BaseException, where: Where) -> InputError:
    """Return an archive library's error as ours."""
    if cut := _cut(error):
        return TruncatedError(where, f"is cut off: {cut}")
    if isinstance(error, NotImplementedError):
        return MalformedError(
            where, f"is packed in a way that cannot be read: {_line(error)}"
        )
    if isinstance(error, RuntimeError) and "password" in str(error):
        return PasswordError(
            where, "is encrypted; give the right password with --password"
        )
    if isinstance(error, OSError) and error.strerror:
        return InputError(where, f"cannot be read: {error.strerror}")
    return MalformedError(where, f"is damaged: {_line(error)}")


def _cut(error: BaseException) -> str | None:
    """Say what shows that the input ends early; ``None`` if nothing does."""
    if isinstance(error, EOFError):
        return "its packed data end too early"
    if isinstance(error, tarfile.ReadError) and str(error) == _TAR_ENDS:
        return "the tar ends inside it"
    if isinstance(error, BadZipFile) and str(error) == _ZIP_HAS_NO_INDEX:
        return "the zip's index is not at its end"
    return None


def guarded(
    opener: Callable[[ExitStack], BinaryIO],
    where: Where,
    meter: Meter | None = None,
    *,
    buffer: int = BUFFER,
) -> BinaryIO:
    """Open a stream that raises only ``InputError``, and stays within limits.

    It can be sought back to 0, and nowhere else.  It reads ``buffer`` bytes at once;
    what came before an error is returned by ``read1``.
    """
    stream = _Guarded(opener, where, meter)
    return cast("BinaryIO", io.BufferedReader(stream, buffer))


class _Guarded(io.RawIOBase):
    """Reads what it is asked for unless there is no more, or an error before."""

    def __init__(
        self,
        opener: Callable[[ExitStack], BinaryIO],
        where: Where,
        meter: Meter | None,
    ) -> None:
        self._where = where
        self._meter = meter
        self._position = 0
        self._failure: InputError | None = None
        self._opened = ExitStack()
        with self._opened:
            try:
                self._inner = opener(self._opened)
            except ERRORS as error:
                raise explain(error, where) from error
            self._opened.callback(self._inner.close)
            self._opened = self._opened.pop_all()
        self._read: Callable[[int], bytes] = getattr(
            self._inner, "read1", self._inner.read
        )

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if (offset, whence) == (0, io.SEEK_CUR):
            return self._position
        if (offset, whence) != (0, io.SEEK_SET):
            raise io.UnsupportedOperation("can be sought back to 0 only")
        self._inner.seek(0)
        self._position, self._failure = 0, None
        return 0

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        target = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(target) and self._failure is None:
            piece = self._piece(len(target) - filled)
            if not piece:
                break
            target[filled : filled + len(piece)] = piece
            filled += len(piece)
        if self._failure is not None and not filled:
            raise self._failure
        return filled

    def _piece(self, size: int) -> bytes:
        """Read once; a failure is kept, so that what came before it is used.

        No more than ``BUFFER`` at once: a read that fails loses all it asked for.
        """
        try:
            piece = self._read(min(size, BUFFER))
            self._position += len(piece)
            if self._meter is not None:
                self._meter.reached(self._position)
        except InputError as error:
            self._failure = error
        except ERRORS as error:
            self._failure = explain(error, self._where)
        else:
            return piece
        return b""

    def close(self) -> None:
        self._opened.close()
        super().close()


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
