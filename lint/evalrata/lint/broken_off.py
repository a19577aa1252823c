"""Whether the file that a run was read from breaks off."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["cut_off"]


def cut_off(run: "RunView") -> str | None:
    """Return why calls may be missing from what was read, else ``None``."""
    if not (run.run.notes or {}).get("truncated"):
        return None
    return "the file breaks off, so calls may be missing"
