"""Executed tools, each once, where several instrumentations report one."""

from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["ToolsOnce"]

T = TypeVar("T")


class ToolsOnce(Generic[T]):
    """Keeps the spans of executed tools, in the order in which they ended.

    Two instrumentations of one tool nest their spans: of a span and one right below it
    that names the same tool the outer one is kept.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._kept: dict[int, tuple[str, T]] = {}
        self._below: dict[Hashable, list[int]] = {}
        """Numbers of spans by the one around them, which ends later."""
        self._number = 0

    def __len__(self) -> int:
        """Count them."""
        return len(self._kept)

    def add(self, key: Hashable, parent: Hashable | None, name: str, span: T) -> None:
        """Take a span that ended, by its id and that of the one around it."""
        for number in self._below.pop(key, ()):
            inner = self._kept.get(number)
            if inner is not None and inner[0] == name:
                del self._kept[number]
        self._number += 1
        self._kept[self._number] = (name, span)
        if parent is not None:
            self._below.setdefault(parent, []).append(self._number)

    def spans(self) -> list[T]:
        """Return them."""
        return [span for _, span in self._kept.values()]
