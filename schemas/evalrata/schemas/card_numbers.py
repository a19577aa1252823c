"""Numbers of a run card that can be what they stand for."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from evalrata.schemas.card import Card
from evalrata.schemas.report import Number, Score, Scores

__all__ = ["Found", "ends", "impossible", "said", "scores"]

LARGEST = 1 << 53
"""Counts are below: from here on a float does not hold every whole number."""

COUNTS = ("episodes", "calls", "actions", "dropped")

SUMS = ("reported", "full", "full_calls", "root", "naive_root")

Found = Iterator[tuple[str, str]]
"""The JSON pointer of a field in the card, and what is wrong there."""


def impossible(card: Card) -> Found:
    """Yield each number that cannot be, whatever the others are."""
    for pointer, value in _counts(card):
        if not 0 <= value < LARGEST:
            yield pointer, "counts nothing: it is not from 0 to 2**53"
    for pointer, number in _numbers(card):
        low, high = ends(number)
        if not 0 <= low <= high < LARGEST:
            yield pointer, "is no number from 0 to 2**53, or no interval"
    for pointer, score in scores(card.score):
        if not math.isfinite(score.value) or not 0 <= (score.n or 0) < LARGEST:
            yield pointer, "is no mean over episodes"
    for name in ("started", "ended"):
        time = getattr(card, name)
        if time is not None and not math.isfinite(time):
            yield f"/{name}", "is no time"


def _counts(card: Card) -> Iterator[tuple[str, int]]:
    parts = {f"/{name}": getattr(card, name) for name in COUNTS}
    parts |= {f"/isolation/{i}": part for i, part in enumerate(card.isolation)}
    for pointer, value in _fields(parts):
        if isinstance(value, int):
            yield pointer, value
    for name, value in card.calls.flags.items():
        yield f"/calls/flags/{_key(name)}", value


def _numbers(card: Card) -> Iterator[tuple[str, Number]]:
    """Yield every number that is measured, not counted."""
    usage, cost = card.usage, card.cost
    parts = {f"/usage/{name}": getattr(usage, name) for name in SUMS}
    parts |= {f"/usage/by_actor/{a}": t for a, t in (usage.by_actor or {}).items()}
    parts |= {f"/by_model/{_key(m)}": t for m, t in card.by_model.items()}
    parts |= {"/usage/multiplier": usage.multiplier, "/cost": cost}
    shares = {f"/cost/by_actor/{a}": v for a, v in (cost.by_actor or {}).items()}
    for pointer, value in (*_fields(parts), *shares.items()):
        if isinstance(value, (int, float)) or _is_interval(value):
            yield pointer, value


def _fields(parts: Mapping[str, Struct | None]) -> Iterator[tuple[str, Any]]:
    for pointer, struct in parts.items():
        fields = {} if struct is None else structs.asdict(struct)
        yield from ((f"{pointer}/{name}", value) for name, value in fields.items())


def _is_interval(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(v, (int, float)) for v in value)


def _key(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1")


def scores(of_run: Scores) -> Iterator[tuple[str, Score]]:
    """Yield each score there is, with its pointer."""
    for name, score in structs.asdict(of_run).items():
        if score is not None:
            yield f"/score/{name}", score


def ends(number: Number) -> tuple[float, float]:
    """Return the interval of a number."""
    return number if isinstance(number, tuple) else (number, number)


def said(number: Number | None) -> str:
    """Write a number, or its interval."""
    if number is None:
        return "nothing"
    return " to ".join(dict.fromkeys(f"{end:.12g}" for end in ends(number)))
