"""The errata document: corrections that travel inside a dataset.

The document lives at ``.errata/errata.json`` in the dataset's folder.  Objects are
closed, but for extensions that start with ``x_``; a minor version of the schema
only adds fields.  This module and its ``errata_*`` parts need pydantic, and no
``__init__`` imports them.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from typing_extensions import Self

from evalrata.schemas.errata_base import Closed, Time
from evalrata.schemas.errata_erratum import Erratum, Tool
from evalrata.schemas.errata_target import Target

__all__ = ["SCHEMA_VERSION", "Change", "ErrataDocument", "Header"]

SCHEMA_VERSION = "1.0.0"


class Change(Closed):
    """One line of the document's history."""

    version: Annotated[int, Field(ge=1)]
    at: Time
    summary: str


class Header(Closed):
    """The document's own identity and life."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:/-]{2,127}$")]
    version: Annotated[int, Field(ge=1)]
    """Rises with every change."""
    status: Literal["draft", "interim", "final", "withdrawn"]
    published: Time
    modified: Time
    generator: Tool
    history: tuple[Change, ...]
    """Append-only."""


class ErrataDocument(Closed):
    """A list of errata about one dataset."""

    model_config = ConfigDict(title="evalrata errata document")

    schema_version: Annotated[str, Field(pattern=r"^1\.\d+\.\d+$")]
    document: Header
    target: Target
    errata: tuple[Erratum, ...]

    @model_validator(mode="after")
    def _refers_to_itself(self) -> Self:
        refs = [table.ref for table in self.target.tables]
        ids = [erratum.id for erratum in self.errata]
        for name, values in (("table", refs), ("erratum id", ids)):
            if twice := {v for v in values if values.count(v) > 1}:
                raise ValueError(f"{name} {min(twice)} is there twice")
        for erratum in self.errata:
            for affected in erratum.affected:
                if affected.table not in refs:
                    raise ValueError(
                        f"{erratum.id}: no table is called {affected.table}"
                    )
        return self
