"""The current folder, which somebody may have deleted."""

from pathlib import Path

__all__ = ["current"]


def current() -> Path | None:
    """Return the current folder; ``None`` if it was deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None
