"""JSON pointers (RFC 6901), taken apart and put together."""

from collections.abc import Iterable

__all__ = ["below", "join", "parent", "split"]


def split(pointer: str) -> tuple[str, ...]:
    """Return the keys of a pointer; ``""`` has none.

    Raises ``ValueError`` for text that is neither empty nor starts with ``/``.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} is not a JSON pointer")
    keys = pointer[1:].split("/")
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in keys)


def join(keys: Iterable[str]) -> str:
    """Return the pointer of a sequence of keys."""
    return "".join("/" + k.replace("~", "~0").replace("/", "~1") for k in keys)


def parent(pointer: str) -> str | None:
    """Return the pointer one level up; ``None`` for the whole document."""
    keys = split(pointer)
    return join(keys[:-1]) if keys else None


def below(pointer: str, record: str) -> tuple[str, ...] | None:
    """Return the keys from ``record`` down to ``pointer``; ``None`` if outside."""
    keys, head = split(pointer), split(record)
    return keys[len(head) :] if keys[: len(head)] == head else None
