"""What the command line says about a comparison, made of its words."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from evalrata.cli.parser import listed
from evalrata.schemas.errors import UsageError

__all__ = ["renamed", "tasks"]


def tasks(given: Sequence[str]) -> frozenset[str] | None:
    """Return the tasks of ``--only-tasks``; ``None`` without one.

    ``@FILE`` lists tasks, one a line.  Raises ``UsageError`` for a file that cannot be
    read, and where no task is named.
    """
    if not given:
        return None
    found = frozenset(task for word in given for task in _named(word))
    if not found:
        raise UsageError(f"--only-tasks {', '.join(given)}: names no task")
    return found


def _named(word: str) -> Iterator[str]:
    if not word.startswith("@"):
        yield from listed([word])
        return
    text = _read("--only-tasks", Path(word[1:])).decode("utf-8", "surrogateescape")
    yield from filter(None, map(str.strip, text.splitlines()))


def renamed(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of ``--rename``.

    Raises ``UsageError`` for one without both names, or a name given twice on a side.
    """
    pairs = tuple(_pair(text) for text in given)
    for side in (0, 1):
        names = [pair[side] for pair in pairs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            which = ("before", "after")[side]
            raise UsageError(f"--rename: {twice!r} is named twice on the side {which}")
    return pairs


def _pair(text: str) -> tuple[str, str]:
    old, _, new = text.partition("=")
    if not old or not new:
        raise UsageError(f"--rename {text}: write OLD=NEW, the ids of one run")
    return old, new


def _read(option: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{option} {path}: {reason}") from error
