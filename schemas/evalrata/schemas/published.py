"""The JSON Schemas that are published with evalrata, as text."""

from pathlib import Path

from evalrata.schemas.errors import UsageError

__all__ = ["FOLDER", "NAMES", "file_name", "schema_text"]

FOLDER = Path(__file__).parent / "json"

NAMES = ("report", "finding", "records", "card", "errata", "config")


def file_name(name: str) -> str:
    """Return the name of the file that holds a schema."""
    return f"{name}.schema.json"


def schema_text(name: str) -> str:
    """Return a schema as JSON.  Raises ``UsageError`` for a name that is none."""
    if name not in NAMES:
        raise UsageError(f"no schema is called {name!r}; there are {', '.join(NAMES)}")
    return (FOLDER / file_name(name)).read_text(encoding="utf-8")
