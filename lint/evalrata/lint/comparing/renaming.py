"""Runs that the caller says are the same."""

from collections.abc import Iterator, Sequence

from evalrata.lint.comparing.kept import Kept
from evalrata.schemas.errors import UsageError

__all__ = ["given"]

_NAMED = 10
"""Runs that an error names."""


def given(
    before: Sequence[Kept], after: Sequence[Kept], renamed: Sequence[tuple[str, str]]
) -> Iterator[tuple[int, int]]:
    """Yield the positions of runs that ``renamed`` pairs.

    Raises ``UsageError`` for an id that no run has, that several have, or that is given
    twice.
    """
    seen: set[tuple[int, int]] = set()
    for old, new in renamed:
        i = _position(before, old, "before")
        j = _position(after, new, "after")
        if (0, i) in seen or (1, j) in seen:
            raise UsageError(f"--rename {old}={new}: one of the two is renamed twice")
        seen |= {(0, i), (1, j)}
        yield i, j


def _position(runs: Sequence[Kept], wanted: str, side: str) -> int:
    found = [i for i, kept in enumerate(runs) if kept.id == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"--rename: {len(found)} runs of the {side} side are called {wanted!r}"
        )
    known = sorted({kept.id for kept in runs})
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    raise UsageError(
        f"--rename: no run of the {side} side is called {wanted!r}; there are "
        f"{', '.join(known[:_NAMED]) or 'none'}{more}"
    )
