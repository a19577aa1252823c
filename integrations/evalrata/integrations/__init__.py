"""Everything that knows somebody else's format, library or file.

``lint_paths`` opens archives, lets the readers make records of them, and lints
these.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.composition import lint_paths

__all__ = ["lint_paths"]


def __getattr__(name: str) -> Any:
    """Import ``lint_paths`` when it is asked for: a reader alone needs none of it."""
    if name in __all__:
        from evalrata.integrations import composition  # noqa: PLC0415 - see above

        return getattr(composition, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
