"""What a draft of errata is told besides the results."""

from pathlib import Path

from msgspec import Struct

__all__ = ["Told"]


class Told(Struct, frozen=True, kw_only=True):
    """What neither the archive nor the grader says."""

    id: str
    """Of the document."""
    published: str
    """The moment to write down."""
    benchmark: str
    version: str
    """Of evalrata."""
    root: Path
    """The dataset's folder."""
    password: str | None = None
    options: tuple[str, ...] = ()
    """Those of the command that decide what is graded, without places on this disk."""
