"""Everything that knows somebody else's format, library or file.

``lint_paths`` opens archives, lets the readers make records of them, and lints
these.  ``diff_paths`` and ``diff_git`` compare two measurements of the same runs.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.composition import lint_paths
    from evalrata.integrations.diffing import diff_git, diff_paths

__all__ = ["diff_git", "diff_paths", "lint_paths"]

_MODULES = {"lint_paths": "composition", "diff_paths": "diffing", "diff_git": "diffing"}


def __getattr__(name: str) -> Any:
    """Import a function when it is asked for: a reader alone needs none of them."""
    if name in _MODULES:
        from importlib import import_module  # noqa: PLC0415 - see above

        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
