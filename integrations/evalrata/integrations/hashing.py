"""Digests of what is read anyway, without reading it twice."""

import hashlib
import io
from typing import BinaryIO

__all__ = ["HashedStream"]


class HashedStream(io.RawIOBase):
    """Passes a stream on, and knows its SHA-256 once the end was reached.

    It can be sought back to its beginning, and nowhere else.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Take a stream that stands at its beginning."""
        super().__init__()
        self._stream = stream
        self._read_once = getattr(stream, "read1", stream.read)
        self._sha256 = hashlib.sha256()
        self._position = 0
        self.digest: str | None = None
        """Hex digest of the whole; ``None`` until the end was reached."""

    def readable(self) -> bool:
        """Say yes."""
        return True

    def seekable(self) -> bool:
        """Say whether it can go back to the beginning."""
        return self._stream.seekable()

    def tell(self) -> int:
        """Return the position in bytes."""
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go back to the beginning."""
        if (offset, whence) != (0, io.SEEK_SET):
            raise io.UnsupportedOperation("can be sought back to 0 only")
        self._stream.seek(0)
        self._sha256, self._position = hashlib.sha256(), 0
        return 0

    def read(self, size: int = -1) -> bytes:
        """Read up to ``size`` bytes, or all that is left."""
        return self._passed(self._stream.read(size), size)

    def read1(self, size: int = -1) -> bytes:
        """Read at most once."""
        return self._passed(self._read_once(size), size)

    def close(self) -> None:
        """Close the stream too."""
        if not self.closed:
            self._stream.close()
        super().close()

    def _passed(self, data: bytes, size: int) -> bytes:
        self._sha256.update(data)
        self._position += len(data)
        if not data and size:
            self.digest = self._sha256.hexdigest()
        return data
