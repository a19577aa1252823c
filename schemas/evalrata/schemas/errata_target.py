"""What a document is about: files, and where their records are."""

from typing import Annotated, Literal

from pydantic import Field

from evalrata.schemas.errata_base import Closed, Digest, Pointer, RelativePath

__all__ = ["KeyPart", "LogicalType", "Table", "Target", "TargetFile"]

LogicalType = Literal[
    "string", "int", "float", "bool", "timestamp", "list", "object", "json"
]

KeyPart = Literal["task", "trial", "pointer"]


class TargetFile(Closed):
    """One file as published, by its bytes."""

    path: RelativePath
    member: str | None = None
    """Member of the archive, ``!/`` between levels."""
    sha256: Digest
    """Of the file, not of the member.  Of an encrypted file it identifies this
    upload only: the same content encrypted again has another digest."""
    bytes: Annotated[int, Field(ge=0)]
    state: Literal["plain", "encrypted"] | None = None
    """``None``: not recorded."""


class Table(Closed):
    """Records that one format keeps in one place."""

    ref: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")]
    """What ``affected`` calls it."""
    format: str
    """Name of the reader that gives ``task`` and ``trial`` their meaning."""
    records: Pointer
    """The list or object whose members are the records; where the document itself
    is the record, ``""`` with ``pointer`` as the only key."""
    key: tuple[KeyPart, ...]
    """What a key of this table is made of."""
    types: dict[str, LogicalType] = Field(default_factory=dict)
    """By field, its path as a JSON pointer below the record."""
    files: Annotated[tuple[TargetFile, ...], Field(min_length=1)]


class Target(Closed):
    """The dataset."""

    dataset: str | None = None
    """Its public id (``hf:datasets/org/name``, ``doi:...``), once there is one."""
    tables: Annotated[tuple[Table, ...], Field(min_length=1)]
