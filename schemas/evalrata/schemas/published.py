"""The JSON Schemas that are published with evalrata, as text."""

from pathlib import Path

from evalrata.schemas.errors import UsageError

__all__ = ["FOLDER", "NAMES", "VECTORS", "file_name", "schema_text"]

FOLDER = Path(__file__).parent / "json"

NAMES = (
    "report",
    "finding",
    "records",
    "card",
    "errata",
    "config",
    "diff",
    "rescore",
    "pin",
    "comparability",
)


VECTORS = "evr-proj-1.vectors.json"
"""Test vectors of the digest that binds errata, beside the schemas."""


def file_name(name: str) -> str:
    """Return the name of the file that holds a schema."""
    return f"{name}.schema.json"


def schema_text(name: str) -> str:
    """Return a schema as JSON; ``vectors`` are the digest's test vectors.

    Raises ``UsageError`` for a name that is none.
    """
    if name == "vectors":
        return (FOLDER / VECTORS).read_text(encoding="utf-8")
    if name not in NAMES:
        raise UsageError(f"no schema is called {name!r}; there are {', '.join(NAMES)}")
    return (FOLDER / file_name(name)).read_text(encoding="utf-8")
