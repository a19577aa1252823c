"""Which things belong together, by links between two of them at a time."""

from collections.abc import Hashable
from typing import TypeVar

__all__ = ["find", "link"]

K = TypeVar("K", bound=Hashable)


def find(links: dict[K, K], key: K) -> K:
    """Return the one that stands for all that are linked to ``key``."""
    while (above := links.get(key, key)) != key:
        links[key] = links.get(above, above)
        key = above
    return key


def link(links: dict[K, K], a: K, b: K) -> None:
    """Put ``b`` and all that is linked to it together with ``a``."""
    links[find(links, b)] = find(links, a)
