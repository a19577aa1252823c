"""The answer to one threshold, and what all of them amount to."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from evalrata.cli.render.plain import plain
from evalrata.schemas.report import Number

__all__ = ["Held", "at_most", "code", "not_asked", "text", "unknown"]

State = Literal["ok", "broken", "cannot be checked", "not asked"]

STATES: tuple[State, ...] = ("ok", "broken", "cannot be checked", "not asked")

WIDTH = max(map(len, STATES))

ALL_HOLD, NOT_ALL = 0, 1


class Held(Struct, frozen=True):
    """One threshold, and whether the card keeps to it."""

    state: State
    name: str
    message: str


def not_asked(name: str, said: str | None = None) -> Held:
    """Say that a threshold was turned off, and what it would have been held against."""
    no_limit = "no limit given"
    return Held("not asked", name, f"{said}; {no_limit}" if said else no_limit)


def unknown(name: str, why: str | None) -> Held:
    """Say that the card has no such number."""
    return Held("cannot be checked", name, why or "the card gives no reason")


def at_most(
    name: str, value: Number | None, most: float | None, why: str | None = None
) -> Held:
    """Hold a number against an upper limit; ``why`` says that it is not known.

    An interval keeps to the limit if its upper end does, and breaks it if its lower
    end does; between the two, it cannot be told.
    """
    if value is None or why is not None:
        return not_asked(name, "not known") if most is None else unknown(name, why)
    low, high = value if isinstance(value, tuple) else (value, value)
    if most is None:
        return not_asked(name, _said(low, high))
    if high <= most:
        return Held("ok", name, f"{_said(low, high)}, at most {most:g}")
    if low > most:
        return Held("broken", name, f"{_said(low, high)}, more than {most:g}")
    return unknown(name, f"{_said(low, high)}, and {most:g} lies between")


def code(answers: Sequence[Held]) -> int:
    """Return 0 if each threshold that was asked for holds, else 1."""
    held = all(a.state in ("ok", "not asked") for a in answers)
    return ALL_HOLD if held else NOT_ALL


def text(run: str, answers: Sequence[Held], exit_code: int) -> str:
    """Write a line per threshold, and one for all of them."""
    width = max(len(a.name) for a in answers)
    lines = [f"{a.state:{WIDTH}}  {a.name:{width}}  {a.message}" for a in answers]
    states = [a.state for a in answers]
    sums = [f"{states.count(state):,} {state}" for state in STATES if state in states]
    lines.append(f"{run}: {', '.join(sums)}; exit {exit_code}")
    return "".join(f"{plain(line)}\n" for line in lines)


def _said(low: float, high: float) -> str:
    return _number(low) if low == high else f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"
