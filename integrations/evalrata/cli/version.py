"""Which evalrata this is."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

__all__ = ["version"]


def version() -> str:
    """Return the installed version; ``unknown`` in a source tree without one."""
    try:
        return installed("evalrata")
    except PackageNotFoundError:
        return "unknown"
