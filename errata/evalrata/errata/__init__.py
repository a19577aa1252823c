"""Findings in, errata out: corrections that travel with the data.

The names below are imported when they are first used, since the documents need
pydantic and most callers of evalrata do not write errata.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.errata.drafting import NotDrafted, draft, not_drafted
    from evalrata.errata.marking import published
    from evalrata.errata.reading import load
    from evalrata.errata.writing import write

__all__ = ["NotDrafted", "draft", "load", "not_drafted", "published", "write"]

_HOME = {
    "NotDrafted": "drafting",
    "draft": "drafting",
    "load": "reading",
    "not_drafted": "drafting",
    "published": "marking",
    "write": "writing",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
