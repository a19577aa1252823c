"""Numbers that a file states about its own records, beside those the records give.

Three outcomes: *same*; *differing*: both cannot be true; *open*: the records do not
decide, since they have no such number, or one of the two is an interval, or counts
besides what is unknown, and so leaves room for the other.
"""

import math
from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec import Struct, structs

from evalrata.schemas.records import Actor, Stated
from evalrata.schemas.report import Number, RunRow, Tokens

__all__ = ["Comparison", "Differing", "compare", "given", "told_otherwise"]

CLOSE = 1e-9
"""Two ratios this close, relative to the larger, are one, written twice."""

TOKENS = ("full", "full_calls", "root", "naive_root", "multiplier")

Numbers = Iterator[tuple[str, Number | None]]
"""By path in ``RunRow``."""


class Differing(Struct, frozen=True):
    """A stated number that the records deny."""

    of: str
    pointer: str
    stated: Number
    given: Number


class Comparison(Struct, frozen=True):
    """How stated numbers stand to the records."""

    same: tuple[str, ...]
    """Paths."""
    differing: tuple[Differing, ...]
    open: dict[str, str]
    """By path, why the records do not decide."""


def compare(stated: Iterable[Stated], row: RunRow) -> Comparison:
    """Hold each stated number against the one that the records give."""
    stated = tuple(stated)
    found, spare = given(row), _spare(stated, row)
    same: list[str] = []
    differing: list[Differing] = []
    undecided: dict[str, str] = {}
    for said in stated:
        number = found.get(said.of)
        if number is None:
            undecided[said.of] = "the records do not give this number"
        elif _equal(said.value, number):
            same.append(said.of)
        elif _apart(said.value, number) <= spare.get(said.of, 0):
            undecided[said.of] = "one of the two leaves room for the other"
        else:
            differing.append(Differing(said.of, said.pointer, said.value, number))
    return Comparison(tuple(same), tuple(differing), undecided)


def given(row: RunRow) -> dict[str, Number]:
    """Return the numbers of a row by their paths; those it does not have are left out.

    An actor without a call has 0 tokens where the records have calls.
    """
    numbers = (*_episodes(row), *_scores(row), *_tokens(row), *_actions(row))
    return {path: number for path, number in numbers if number is not None}


def told_otherwise(
    numbers: Iterable[Stated], than: Iterable[Stated]
) -> Iterator[Stated]:
    """Yield those of ``numbers`` that are not in ``than``, or are others there."""
    known = {said.of: said.value for said in than}
    for said in numbers:
        if said.of not in known or not _equal(said.value, known[said.of]):
            yield said


def _spare(stated: Iterable[Stated], row: RunRow) -> dict[str, float]:
    """Return how far counts may be apart, since some of what is counted is unknown."""
    said = [_ends(s.value)[1] for s in stated if s.of == "actions.unknown"]
    nobody = max([0 if row.actions is None else row.actions.unknown, *said])
    graded = dict.fromkeys(("graded", "ungraded"), float(row.unknown or 0))
    return {**graded, **{f"actions.{actor}": nobody for actor in get_args(Actor)}}


def _episodes(row: RunRow) -> Numbers:
    for name in ("episodes", "graded", "ungraded", "crashed", "censored"):
        yield name, getattr(row, name)


def _scores(row: RunRow) -> Numbers:
    for name, score in structs.asdict(row.score).items():
        if score is not None and name != "reported":
            yield f"score.{name}.value", score.value
            yield f"score.{name}.n", score.n


def _tokens(row: RunRow) -> Numbers:
    for name in TOKENS:
        part = getattr(row.usage, name)
        for field, number in ({} if part is None else structs.asdict(part)).items():
            yield f"usage.{name}.{field}", number
    yield from _by_actor(row)


def _by_actor(row: RunRow) -> Numbers:
    """Yield each actor's tokens: 0 where others made every call that was billed."""
    named = row.usage.by_actor or {}
    whole = structs.asdict(row.usage.root or Tokens())
    nothing = Tokens(**{field: 0 for field, n in whole.items() if n is not None})
    for actor in get_args(Actor):
        if actor != "unknown" or named:
            for field, number in structs.asdict(named.get(actor, nothing)).items():
                yield f"usage.by_actor.{actor}.{field}", number


def _actions(row: RunRow) -> Numbers:
    counts = {} if row.actions is None else structs.asdict(row.actions)
    yield from ((f"actions.{actor}", count) for actor, count in counts.items())


def _equal(a: Number, b: Number) -> bool:
    return all(map(_is_one, _ends(a), _ends(b)))


def _is_one(a: float, b: float) -> bool:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return math.isclose(a, b, rel_tol=CLOSE)


def _apart(a: Number, b: Number) -> float:
    """Return the distance of two intervals; 0 where they meet."""
    (low, high), (least, most) = _ends(a), _ends(b)
    return max(low - most, least - high, 0)


def _ends(number: Number) -> tuple[float, float]:
    return number if isinstance(number, tuple) else (number, number)
