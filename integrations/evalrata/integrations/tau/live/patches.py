"""Attributes of somebody else's modules and classes, replaced until undone."""

from typing import Any

__all__ = ["Patches"]


class Patches:
    """What was replaced, and with what."""

    def __init__(self) -> None:
        """Start with nothing replaced."""
        self._made: list[tuple[Any, str, Any, Any]] = []

    def replace(self, owner: Any, name: str, value: Any) -> None:
        """Put ``value`` in place of an attribute that ``owner`` itself has."""
        self._made.append((owner, name, vars(owner)[name], value))
        setattr(owner, name, value)

    def undo(self) -> None:
        """Put back what is still ours; what was replaced again since is left."""
        while self._made:
            owner, name, before, ours = self._made.pop()
            if vars(owner).get(name) is ours:
                setattr(owner, name, before)
