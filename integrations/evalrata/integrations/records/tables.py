"""Tables of an archive's lines in Parquet, written and read a piece at a time."""

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

from evalrata.integrations.records.columns import RECORD, Columns

__all__ = ["LINE", "Table", "Unreadable", "pyarrow", "rows"]

LINE = "line"
"""The column with the line's index."""

ROWS = 10_000
"""Rows that are written or read at once."""

MOST = 1 << 28
"""Bytes of the largest table that is read: it is held whole."""


class Unreadable(Exception):  # noqa: N818 - what a table is, in messages too
    """A table is not Parquet, or has not the columns."""


def pyarrow() -> Any:
    """Return pyarrow, with its module ``parquet``.  Raises ``ImportError``."""
    import_module("pyarrow.parquet")
    return import_module("pyarrow")


class Table:
    """A file of rows, each of a record and its line."""

    def __init__(self, path: Path, columns: Columns) -> None:
        """Create the file, with its columns even if no row comes."""
        self._arrow, self._columns = pyarrow(), columns
        types = {name: type_ for name, (type_, _) in columns.items()}
        self._schema = self._arrow.schema(
            {LINE: "int64", **types, RECORD: "binary"}.items()
        )
        self._writer = self._arrow.parquet.ParquetWriter(
            path, self._schema, compression="zstd"
        )
        self._rows: list[dict[str, Any]] = []

    def add(self, line: int, record: Struct, raw: bytes) -> None:
        """Add a row; ``raw`` is the whole line."""
        values = {name: read(record) for name, (_, read) in self._columns.items()}
        self._rows.append({LINE: line, **values, RECORD: raw})
        if len(self._rows) >= ROWS:
            self._flush()

    def close(self) -> None:
        """Write what is left."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            table = self._arrow.Table.from_pylist(rows, schema=self._schema)
            self._writer.write_table(table)


def rows(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the line and its index of each row.

    Raises ``Unreadable``, and ``ImportError`` without pyarrow.
    """
    arrow, data = pyarrow(), stream.read(MOST + 1)
    if len(data) > MOST:
        raise Unreadable(f"is a table of more than {MOST:,} bytes")
    try:
        file = arrow.parquet.ParquetFile(io.BytesIO(data))
        for batch in file.iter_batches(ROWS, columns=[LINE, RECORD]):
            found = (batch.column(name).to_pylist() for name in (LINE, RECORD))
            yield from zip(*found, strict=True)
    except (arrow.ArrowException, OSError, KeyError) as error:
        raise Unreadable(f"is no such table: {error}") from error
