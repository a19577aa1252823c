"""Runs put together by what they share, with the score of each group on both sides.

``groups(pairs, ("scaffold", "model"))`` gives a group for each scaffold and model, for
each scaffold over its models, and one over all: as SQL's ``ROLLUP``.  A level that
puts the same runs together as the next finer one is left out.

What is not recorded matches nothing: a run without one of a level's values stands
there alone.

A group's scores are over episodes that are in the denominator on both sides, each
episode with the same weight.  The same task in several runs is one task.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.measuring import measured
from evalrata.schemas.diff import Group
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Run
from evalrata.schemas.scaffolds import scaffold

__all__ = ["KEYS", "groups"]

JOIN = " + "

KEYS: Mapping[str, Callable[[Run], str | None]] = {
    "scaffold": scaffold,
    "model": lambda run: JOIN.join(sorted(set(run.models))) or None,
    "agent": lambda run: run.agent or None,
    "benchmark": lambda run: run.benchmark or None,
    "domain": lambda run: JOIN.join(sorted(set(run.domains))) or None,
}
"""What runs are put together by; ``None``: not recorded."""

Values = tuple[str | None, ...]

Shared = tuple[Values, int | None]
"""What runs share at a level; the position of a run that stands alone."""


def groups(pairs: Sequence[RunPair], by: Sequence[str]) -> tuple[Group, ...]:
    """Put runs on both sides together by ``by``, names of ``KEYS``.

    The side after says what a run's values are, the side before where it says nothing.
    A run that records none is a group of its own, not part of any other.  Sorted by
    level, coarsest first, then by the score after, highest first, groups without one
    last.  Without ``by`` or without runs: no groups.  Raises ``UsageError`` for a name
    that is none of ``KEYS``.
    """
    names = tuple(dict.fromkeys(by))
    if unknown := next((name for name in names if name not in KEYS), None):
        known = ", ".join(KEYS)
        raise UsageError(f"cannot put runs together by {unknown!r}: use {known}")
    if not names or not pairs:
        return ()
    values = [tuple(_value(pair, name) for name in names) for pair in pairs]
    found: list[Group] = []
    for depth in _levels(values, len(names)):
        level = _level(pairs, values, names[:depth])
        found.extend(sorted(level, key=_place))
    return tuple(found)


def _value(pair: RunPair, name: str) -> str | None:
    before, after = pair.before.entry.run, pair.after.entry.run
    if name == "scaffold" and after.scaffold is None and before.scaffold is not None:
        return before.scaffold  # rather than the agent's name of the side after
    read = KEYS[name]
    found = read(after)
    return read(before) if found is None else found


def _levels(values: Sequence[Values], names: int) -> Iterator[int]:
    """Yield how many names each level has; a finer one always parts more runs."""
    parts = [
        len({_shared(v[:depth], i) for i, v in enumerate(values)})
        for depth in range(names + 1)
    ]
    for depth in range(names):
        if parts[depth] < parts[depth + 1]:
            yield depth
    yield names


def _level(
    pairs: Sequence[RunPair], values: Sequence[Values], names: Sequence[str]
) -> Iterator[Group]:
    together: dict[Shared, list[RunPair]] = {}
    for i, (pair, value) in enumerate(zip(pairs, values, strict=True)):
        together.setdefault(_shared(value[: len(names)], i), []).append(pair)
    for (value, _), members in together.items():
        yield Group(
            key=dict(zip(names, value, strict=True)),
            rows=tuple(sorted(pair.after.id for pair in members)),
            scores=measured(members),
        )


def _shared(value: Values, position: int) -> Shared:
    return value, position if None in value else None


def _place(group: Group) -> tuple[float, tuple[tuple[bool, str], ...], tuple[str, ...]]:
    """Sort by score, then by name; what is not recorded comes last."""
    score = -1 * group.scores.after.value if group.scores else float("inf")
    names = tuple((value is None, value or "") for value in group.key.values())
    return score, names, group.rows
